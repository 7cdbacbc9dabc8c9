package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report on tests that a build has recorded. */
@Tag("any-jdk")
class SuiteCommandTest {
  private static final String RACE = "data race: A.x: at A.java:3";

  @TempDir Path folder;

  /** One JVM, of which one test has a race. */
  private void recorded() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("t.std"),
            """
            main|fork(t)|A.java:1
            main|begin|test A.one
            main|w(A.x)|A.java:3
            main|end|test A.one
            t|begin|test A.two
            t|w(A.x)|A.java:3
            t|end|test A.two
            """);
    Path jvm = Files.createDirectories(folder.resolve("jvms/17"));
    Path binary = jvm.resolve("trace.sooth");
    assertThat(Cli.run("convert", "-q", trace.toString(), binary.toString()).status()).isZero();
    Files.writeString(jvm.resolve("recording.txt"), "trace: all of it\n");
  }

  private Cli.Result suite(String... more) {
    List<String> line = new ArrayList<>(List.of("suite", folder.toString()));
    line.addAll(List.of(more));
    return Cli.run(line.toArray(String[]::new));
  }

  @Test
  void namesTheTestsOfARaceAndFailsByThePolicy() throws IOException {
    recorded();
    Cli.Result result = suite();
    assertThat(result.status()).as(result.err()).isEqualTo(ExitStatus.RACES);
    assertThat(result.err())
        .contains(RACE + "; verified; in A.one, A.two", "2 tests in 1 JVM (syncp, osr)");
    for (String name : List.of("report.html", "report.sarif", "report-junit.xml", "races.txt")) {
      assertThat(folder.resolve(name)).isNotEmptyFile();
    }
    assertThat(suite("--fail-on", "never").status()).isZero();
    Path known = Files.move(folder.resolve("report.json"), folder.resolve("known.json"));
    Cli.Result again = suite("--baseline", known.toString(), "-q", "--engine", "hb");
    assertThat(again).isEqualTo(new Cli.Result(ExitStatus.OK, "", ""));
    assertThat(suite("--baseline", known.toString(), "--fail-on", "any").status())
        .isEqualTo(ExitStatus.RACES);
  }

  @Test
  void saysNothingOfWhatWasNotRecorded() {
    Cli.Result nothing = suite();
    assertThat(nothing.status()).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(nothing.err()).contains("no JVM was recorded here").doesNotContain("no race");
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void refusesWhatItDoesNotKnow() throws IOException {
    assertThat(suite("--fail-on", "some").err()).contains("'some' is none of any, new, never");
    assertThat(suite("--fail-on", "some").status()).isEqualTo(ExitStatus.USAGE);
    assertThat(suite("--fail-on", "new").status()).isEqualTo(ExitStatus.USAGE);
    assertThat(suite("--engine", "rv").status()).isEqualTo(ExitStatus.USAGE);
    assertThat(suite("--baseline", folder.resolve("none").toString()).status())
        .isEqualTo(ExitStatus.IO);
    Path bad = Files.writeString(folder.resolve("bad.txt"), "what is this\n");
    assertThat(suite("--suppressions", bad.toString()).status()).isEqualTo(ExitStatus.BAD_INPUT);
  }

  @Test
  void aTraceThatCannotBeReadIsNoSuiteWithoutARace() throws IOException {
    recorded();
    Path damaged = Files.createDirectories(folder.resolve("jvms/18"));
    Files.writeString(damaged.resolve("trace.sooth"), "no trace\n");
    Files.writeString(damaged.resolve("recording.txt"), "trace: all of it\n");
    Cli.Result result = suite("--fail-on", "never");
    assertThat(result.err()).contains("sooth, not complete: ");
    assertThat(result.status()).isEqualTo(ExitStatus.BAD_INPUT);
  }
}
