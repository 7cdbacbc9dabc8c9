package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of threads, of which few run at a time, in heaps without room for a row a thread. */
class ManyThreadsIT {
  private static final int PAIRS = 3000;

  @TempDir Path folder;

  @Test
  void aProgramOfWhoseThreadsHalfAreJoined() throws Exception {
    Cli.Result result = run("-Xmx200m", "x++", "if (k % 2 == 0) t.join();");
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err())
        .contains("found by syncp", "found by osr")
        .doesNotContain("ERROR", "too large", "candidate ");
  }

  /** Nothing orders the sections of these threads, so osr has an edge for each two of them. */
  @Test
  void whatCanBeDoneIsDoneAndTheRestIsSaid() throws Exception {
    Cli.Result result = run("-Xmx64m", "synchronized (Many.class) { y++; } x++", "");
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err())
        .contains("found by syncp", "NOTE: the trace is too large for osr here")
        .doesNotContain("ERROR");
  }

  private Cli.Result run(String heap, String work, String after) throws Exception {
    Path source = folder.resolve("Many.java");
    Files.writeString(
        source,
        """
        public class Many {
          static int x, y;
          public static void main(String[] a) throws Exception {
            for (int k = 0; k < 3000; k++) {
              Thread t = new Thread(() -> { WORK; });
              t.start();
              AFTER
            }
          }
        }
        """
            .replace("WORK", work)
            .replace("AFTER", after));
    return sooth(heap, "run", "-o", "out", source.toString());
  }

  /** A vector of 6,001 counts for each event that needs another thread would take gigabytes. */
  @Test
  void aTraceOfThreadsThatComeAndGo() throws Exception {
    write(folder.resolve("t.std"));
    for (String engine : List.of("syncp", "osr")) {
      Cli.Result result = sooth("-Xmx48m", "analyze", "-e", engine, "t.std");
      assertThat(result.status()).as(result.err()).isEqualTo(66);
      assertThat(result.out() + result.err())
          .contains("30 races found by " + engine + " in t.std: 30 verified, 0 candidates");
    }
  }

  private static void write(Path trace) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(trace)) {
      for (int pair = 0; pair < PAIRS; pair++) {
        String first = "T" + (2 * pair + 1);
        String second = "T" + (2 * pair + 2);
        out.write("T0|fork(%s)|1%nT0|fork(%s)|2%n".formatted(first, second));
        for (int turn = 0; turn < 4; turn++) {
          String thread = turn % 2 == 0 ? first : second;
          out.write("%1$s|acq(l)|3%n%1$s|r(y)|4%n%1$s|w(y)|5%n%1$s|rel(l)|6%n".formatted(thread));
        }
        if (pair % 100 == 0) {
          out.write("%s|w(x)|7%n%s|w(x)|8%n".formatted(first, second));
        }
        out.write("T0|join(%s)|9%nT0|join(%s)|10%n".formatted(first, second));
      }
    }
  }

  private Cli.Result sooth(String heap, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.add(heap);
    command.add("-jar");
    command.add(Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath().toString());
    command.addAll(List.of(arguments));
    return Processes.run(folder, Map.of(), command);
  }
}
