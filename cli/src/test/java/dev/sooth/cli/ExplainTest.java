package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The witness of one race in the terminal. */
@Tag("any-jdk")
class ExplainTest {
  @TempDir Path folder;

  private String report(String trace, String... more) {
    String report = folder.resolve("report.json").toString();
    String[] line = new String[more.length + 5];
    line[0] = "analyze";
    line[1] = "-q";
    line[2] = "--json";
    line[3] = report;
    System.arraycopy(more, 0, line, 4, more.length);
    line[line.length - 1] = trace;
    assertThat(Cli.run(line).status()).isEqualTo(ExitStatus.RACES);
    return report;
  }

  @Test
  void drawsAColumnForEachThread() {
    String report = report(Cli.example("hidden.std"));
    Cli.Result result = Cli.run("explain", report, "R1", "--width", "84");
    assertThat(result.status()).as(result.err()).isEqualTo(ExitStatus.OK);
    assertThat(result.out())
        .isEqualTo(
            """
            R1 of syncp: data race on Cache.entry (f4309ccc2e6ea933)

            Observed: the order that was recorded
                     writer                   reader                   main
                   0                                                    start writer  Server.ja…
                   1                                                    start reader  Server.ja…
                   2 *write Cache.entry  Cache.java:41
                   3 <lock counter  Stats.java:12
                   4 <write Stats.puts  Stats.java:13
                   5 <unlock counter  Stats.java:14
                   6                          >lock counter  Stats.java:22
                   7                          >write Stats.gets  Stats.java:23
                   8                          >unlock counter  Stats.java:24
                   9                          *read Cache.entry  Cache.java:52

            Witness: an order in which both accesses are next
                     writer                   reader                   main
                   0                                                    start writer  Server.ja…
                   1                                                    start reader  Server.ja…
                   6                          >lock counter  Stats.java:22
                   7                          >write Stats.gets  Stats.java:23
                   8                          >unlock counter  Stats.java:24
                next *write Cache.entry  Cache.java:41
                next                          *read Cache.entry  Cache.java:52

            * the two accesses, which nothing orders now
            > a critical section that comes earlier than observed
            < one that it overtakes: later, or not before the race
            """);
    assertThat(Cli.run("explain", report, "f4309ccc2e6ea933", "--width", "84").out())
        .isEqualTo(result.out());
    assertThat(Cli.run("explain", report, "R1", "--color", "always").out())
        .contains("\u001b[1;31m*write Cache.entry");
  }

  @Test
  void foldsAndUnfolds() throws IOException {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      events.append("T1|w(a").append(i).append(")|1\nT3|w(b").append(i).append(")|2\n");
    }
    events.append("T1|w(x)|A.java:3\nT2|w(x)|A.java:4\n");
    Path trace = folder.resolve("long.std");
    Files.writeString(trace, events.toString());
    String report = report(trace.toString());
    assertThat(Cli.run("explain", report, "R1").out())
        .contains("⋯ 497 events")
        .doesNotContain("⋯ 1 event\n");
    assertThat(Cli.run("explain", report, "R1", "--full").out().lines().count()).isGreaterThan(500);
  }

  @Test
  void aFolderOfARunAndAMovedOneWillDo() throws IOException {
    Path first = Files.createDirectory(folder.resolve("first"));
    Files.copy(Path.of(Cli.example("hidden.std")), first.resolve("hidden.std"));
    Files.move(
        Path.of(report(first.resolve("hidden.std").toString())), first.resolve("report.json"));
    Path moved = Files.move(first, folder.resolve("moved"));
    Cli.Result result = Cli.run("explain", moved.toString(), "R1");
    assertThat(result.status()).as(result.err()).isEqualTo(ExitStatus.OK);
    assertThat(result.out()).contains("*read Cache.entry");
  }

  @Test
  void whatCannotBeDrawnIsSaid() {
    String report = report(Cli.example("hidden.std"));
    assertThat(Cli.run("explain", report, "R2").status()).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(Cli.run("explain", report, "R2").err()).contains("no race R2 here, the last is R1");
    Cli.Result page = Cli.run("explain", Cli.example("hidden.std"), "R1");
    assertThat(page.status()).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(page.err()).contains("hidden.std:1:1: this is no JSON, expected a JSON report");
    Cli.Result other = Cli.run("explain", report, "R1", "--trace", Cli.example("bank.std"));
    assertThat(other.status()).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(other.err()).contains("--trace names another trace");
    assertThat(Cli.run("explain", "none.json", "R1").status()).isEqualTo(ExitStatus.IO);
    assertThat(Cli.run("explain", report, "R1", "--width", "3").status())
        .isEqualTo(ExitStatus.USAGE);
    String candidates = report(Cli.example("bank.std"), "--no-prove");
    Cli.Result candidate = Cli.run("explain", candidates, "R1");
    assertThat(candidate.status()).isEqualTo(ExitStatus.OK);
    assertThat(candidate.out()).contains("a candidate, without a witness to draw: ");
  }

  /** The text names races of which the report has no witness. */
  @Test
  void aWitnessThatTheReportDoesNotHaveIsFoundAgain() {
    String report =
        report(
            Cli.trace(
                folder, "two.std", "T1|w(A.x@1)|1 T2|w(A.x@1)|2 T1|w(A.x@2)|1 T2|w(A.x@2)|2"));
    for (String race : List.of("R1", "R2")) {
      Cli.Result result = Cli.run("explain", report, race);
      assertThat(result.status()).as(result.err()).isEqualTo(ExitStatus.OK);
      assertThat(result.out())
          .contains(race + " of syncp")
          .contains("next *write A.x@" + race.charAt(1));
    }
  }

  /** Engines number their races each for itself: R1 is that of the first. */
  @Test
  void theRaceOfAnotherEngineIsNotShownInstead() throws IOException {
    String trace = Cli.trace(folder, "t.std", "T1|w(x)|1 T2|w(x)|2 T1|w(y)|3 T2|w(y)|4");
    String report = report(trace, "-e", "syncp,osr");
    Path file = Path.of(report);
    String text = Files.readString(file);
    int second = text.indexOf("\"engine\":\"osr\"");
    // In the first run R1 is a candidate; in the second R1 is the other race, and proved.
    String first = text.substring(0, second).replaceAll("\"verified(Races)?\":\\d+", "\"was\":0");
    first =
        first.replaceFirst(
            "\"status\":\"verified\",\"witness\":\\[\\d*\\]", "\"status\":\"candidate\"");
    String rest =
        text.substring(second)
            .replace("\"id\":\"R1\"", "\"id\":\"R9\"")
            .replace("\"id\":\"R2\"", "\"id\":\"R1\"");
    Files.writeString(file, first + rest);
    Cli.Result result = Cli.run("explain", report, "R1");
    assertThat(result.status()).as(result.err()).isEqualTo(ExitStatus.OK);
    assertThat(result.out()).contains("R1 of syncp: data race on x ").contains("a candidate");
  }

  /** Names of a trace do not move the cursor, turn the direction of writing, or fill the screen. */
  @Test
  void hostileNamesAreText() throws IOException {
    String report = report(ReportBrowserTest.hostile(folder).toString());
    for (String color : List.of("never", "always")) {
      Cli.Result result = Cli.run("explain", report, "R1", "--width", "100", "--color", color);
      assertThat(result.status()).as(result.err()).isEqualTo(ExitStatus.OK);
      assertThat(result.out()).contains("*write <img src=x");
      String plain = result.out().replaceAll("\u001b\\[[0-9;]*m", "");
      assertThat(plain).doesNotContain("\u001b", "\u202e").contains("\\u001b", "\\u202e");
      assertThat(plain.lines()).allMatch(line -> line.length() < 3_000);
    }
    assertThat(Cli.run("explain", report, "R1", "--color", "never").out()).doesNotContain("\u001b");
  }
}
