package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.analysis.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class BadInputTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "T1|rel(l)|1                        > 1:4: T1 releases l, which it does not hold",
        "T1|acq(l)|1 T2|acq(l)|2            > 2:4: T2 acquires l, which T1 holds",
        "T1|acq(l)|1 T2|rel(l)|2            > 2:4: T2 releases l, which T1 holds",
        "T1|w(x)|1 T2|fork(T1)|2            > 2:4: T2 forks T1, which already has events; a fork"
            + " comes before them",
        "T1|fork(T2)|1 T1|join(T2)|2 T2|r(x)|3 > 3:4: event of T2 after it was joined",
        "T1|w(x)|1 T1|join(T9)|1            > 2:4: T1 joins T9, a thread that was never forked and"
            + " has no events",
      })
  void aTraceThatBreaksTheRulesIsRefusedWithItsPlace(String events, String message) {
    String trace = Cli.trace(folder, "t.std", events);
    for (String engine : List.of("hb", "shb", "wcp", "syncp", "all")) {
      Cli.Result result = Cli.run("analyze", trace, "--engine", engine);
      assertThat(result.status()).isEqualTo(65);
      assertThat(result.err()).isEqualTo(trace + ":" + message + "\n");
    }
    for (String verb : List.of("info", "convert")) {
      Path out = folder.resolve("out.std");
      Cli.Result result =
          verb.equals("info") ? Cli.run(verb, trace) : Cli.run(verb, trace, out.toString());
      assertThat(result.status()).as(verb).isEqualTo(65);
      assertThat(result.err()).isEqualTo(trace + ":" + message + "\n");
      assertThat(out).doesNotExist();
    }
  }

  @Test
  void aFileThatIsNoTraceIsRefused() throws IOException {
    Path file = folder.resolve("t.std");
    Files.writeString(file, "hello world\n");
    Cli.Result result = Cli.run("analyze", file.toString());
    assertThat(result.status()).isEqualTo(65);
    assertThat(result.err()).startsWith(file + ":1:1: found “hello world”, expected ");
    Files.writeString(file, "T1|w(x)|1\nT1|w x|1\n");
    Cli.Result second = Cli.run("analyze", file.toString());
    assertThat(second.status()).isEqualTo(65);
    assertThat(second.err()).startsWith(file + ":2:");
  }

  /** What a machine leaves of a file that goes down while it is written: no blank lines. */
  @Test
  void zerosAreNoBlankLines() throws IOException {
    Path file = folder.resolve("t.std");
    for (String before : List.of("", "T1|w(x)|1\n")) {
      Files.writeString(file, before + "\0".repeat(4096));
      for (String engine : List.of("hb", "syncp")) {
        Cli.Result result = Cli.run("analyze", file.toString(), "--engine", engine);
        assertThat(result.status()).as(result.out()).isEqualTo(65);
        assertThat(result.err()).startsWith(file + (before.isEmpty() ? ":1:1: " : ":2:1: "));
      }
    }
  }

  @Test
  void stdinIsNamedInMessages() {
    byte[] input = "T1|rel(l)|1\n".getBytes(StandardCharsets.UTF_8);
    Cli.Result result = Cli.runWithInput(input, "analyze", "-");
    assertThat(result.status()).isEqualTo(65);
    assertThat(result.err()).isEqualTo("stdin:1:4: T1 releases l, which it does not hold\n");
  }

  @Test
  void whatCannotBeReadIsStatus74() {
    String missing = folder.resolve("missing.std").toString();
    for (String verb : List.of("analyze", "info")) {
      Cli.Result result = Cli.run(verb, missing);
      assertThat(result.status()).isEqualTo(74);
      assertThat(result.err()).isEqualTo("sooth: " + missing + ": no such file\n");
      Cli.Result notAFile = Cli.run(verb, folder.toString());
      assertThat(notAFile.status()).isEqualTo(74);
      assertThat(notAFile.err()).isEqualTo("sooth: " + folder + ": is a folder, expected a file\n");
    }
  }

  @Test
  void internalErrorsAreOneLineUnlessDebugged() {
    RuntimeException bug = new IllegalStateException("the bug\nhas two lines");
    Failure failure = Failure.of(bug, "t.std");
    assertThat(Failures.status(failure)).isEqualTo(70);
    assertThat(failure.message())
        .isEqualTo(
            "t.std: internal error: java.lang.IllegalStateException: the bug\\u000ahas two lines;"
                + " please report it (--debug shows where)");
  }

  @Test
  void memoryFailuresNameTheHeapAndTheWayOut() {
    for (Throwable thrown :
        List.of(
            new OutOfMemoryError("Java heap space"),
            new dev.sooth.trace.TraceTooLargeException("more than 2^31 events"))) {
      Failure failure = Failure.of(thrown, "big.std");
      assertThat(Failures.status(failure)).isEqualTo(65);
      assertThat(failure.message())
          .startsWith("big.std: ")
          .matches(".*the heap is \\d+ MB \\(raise it with SOOTH_JAVA_OPTS=-Xmx\\d+g.*");
    }
  }

  @Test
  void worseStatusWins() {
    int[] order = {0, 66, 65, 74, 70};
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < order.length; j++) {
        assertThat(ExitStatus.worse(order[i], order[j])).isEqualTo(order[Math.max(i, j)]);
      }
    }
  }
}
