package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which races make a run fail: those that are not known and not suppressed. */
@Tag("any-jdk")
class BaselineTest {
  @TempDir Path folder;
  private String known;
  private String trace;

  @BeforeEach
  void aKnownRace() throws IOException {
    known = folder.resolve("known.json").toString();
    trace = write("T1|w(a.B.x@1)|B.java:5 a.B.put", "T2|r(a.B.x@1)|B.java:9 a.B.get");
    String report = folder.resolve("report.json").toString();
    assertThat(run("analyze", "--json", report, trace).status()).isEqualTo(ExitStatus.RACES);
    assertThat(run("baseline", "update", known, report).status()).isEqualTo(ExitStatus.OK);
  }

  private String write(String... events) throws IOException {
    Path file = folder.resolve("trace.std");
    Files.write(file, List.of(events));
    return file.toString();
  }

  private static Cli.Result run(String... arguments) {
    return Cli.run(arguments);
  }

  private Cli.Result again(String... more) {
    String[] all = new String[more.length + 4];
    all[0] = "analyze";
    all[1] = "--baseline";
    all[2] = known;
    System.arraycopy(more, 0, all, 3, more.length);
    all[all.length - 1] = trace;
    return run(all);
  }

  @Test
  void theSecondRunPasses() {
    Cli.Result second = again("--fail-on", "new");
    assertThat(second.status()).isEqualTo(ExitStatus.OK);
    assertThat(second.out())
        .contains("KNOWN: syncp: 1 pair of lines and field in the baseline.")
        .contains("1 race found by syncp")
        .doesNotContain("WARNING");
    assertThat(again().status()).as("new is the default").isEqualTo(ExitStatus.OK);
    assertThat(again("--fail-on", "any").status()).isEqualTo(ExitStatus.RACES);
  }

  @Test
  void linesThatMovedAreNotNew() throws IOException {
    trace = write("T2|w(a.B.x@7)|B.java:105 a.B.put", "T9|r(a.B.x@7)|B.java:119 a.B.get");
    assertThat(again().status()).isEqualTo(ExitStatus.OK);
    trace = write("T9|r(a.B.x@7)|B.java:9 a.B.get", "T2|w(a.B.x@7)|B.java:5 a.B.put");
    assertThat(again().status()).as("the other order").isEqualTo(ExitStatus.OK);
  }

  @Test
  void oneNewRaceFails() throws IOException {
    for (String other :
        List.of(
            "T2|r(a.B.x@1)|B.java:9 a.B.size",
            "T2|w(a.B.x@1)|B.java:9 a.B.get",
            "T2|r(a.B.x@1)|C.java:9 a.C.get")) {
      trace = write("T1|w(a.B.x@1)|B.java:5 a.B.put", other);
      assertThat(again().status()).as(other).isEqualTo(ExitStatus.RACES);
    }
    trace =
        write(
            "T1|w(a.B.x@1)|B.java:5 a.B.put",
            "T2|r(a.B.x@1)|B.java:9 a.B.get",
            "T1|w(a.B.y@1)|B.java:5 a.B.put",
            "T2|r(a.B.y@1)|B.java:9 a.B.get");
    Cli.Result result = again();
    assertThat(result.status()).isEqualTo(ExitStatus.RACES);
    assertThat(result.out().split("WARNING", -1)).hasSize(2);
    assertThat(result.out()).contains("data race on a.B.y");
  }

  /** What the list of races was cut to says nothing about the rest. */
  @Test
  void racesThatAreNotListedAreNotKnown() {
    assertThat(again("--max-races", "0").status()).isEqualTo(ExitStatus.RACES);
  }

  @Test
  void theOtherFormsSayWhatIsKnown() throws IOException {
    Path sarif = folder.resolve("x.sarif");
    Path junit = folder.resolve("x.xml");
    Path json = folder.resolve("x.json");
    Path github = folder.resolve("x.txt");
    again(
        "--sarif",
        sarif.toString(),
        "--junit-xml",
        junit.toString(),
        "--json",
        json.toString(),
        "--github",
        github.toString());
    assertThat(tree(sarif).at("/runs/0/results/0/baselineState").asText()).isEqualTo("unchanged");
    assertThat(Files.readString(junit)).contains("<skipped message=\"known: baseline\"/>");
    assertThat(tree(json).at("/0/groups/0/triage").asText()).isEqualTo("known");
    assertThat(github).isEmptyFile();
  }

  private static JsonNode tree(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  @Test
  void updateAddsAndReplaceForgets() throws IOException {
    assertThat(run("baseline", "show", known).out())
        .matches("[0-9a-f]{16}  a\\.B\\.x: B\\.java:5 a\\.B\\.put and B\\.java:9 a\\.B\\.get\n");
    trace = write("T1|w(a.B.y@1)|B.java:5 a.B.put", "T2|r(a.B.y@1)|B.java:9 a.B.get");
    String report = folder.resolve("second.json").toString();
    run("analyze", "-q", "--json", report, trace);
    assertThat(run("baseline", "update", known, report).err()).contains("2 races known, 1 before");
    assertThat(run("baseline", "update", "--replace", known, report).err())
        .contains("1 race known, 2 before");
    assertThat(run("baseline", "show", known).out()).contains("a.B.y").doesNotContain("a.B.x");
  }

  @Test
  void whatIsNoBaselineIsBadInput() throws IOException {
    for (String content : List.of("", "[]", "{}", "{\"soothBaseline\":1,\"known\":[{}]}", "x")) {
      Files.writeString(Path.of(known), content);
      Cli.Result result = again();
      assertThat(result.status()).as(content).isEqualTo(ExitStatus.BAD_INPUT);
      assertThat(result.err()).as(content).startsWith(known + ":");
    }
    Files.delete(Path.of(known));
    assertThat(again().status()).isEqualTo(ExitStatus.IO);
    assertThat(run("analyze", "--fail-on", "new", trace).status()).isEqualTo(ExitStatus.USAGE);
    assertThat(again("--fail-on", "old").status()).isEqualTo(ExitStatus.USAGE);
  }

  // ---- suppressions ----

  private Cli.Result suppressed(String... lines) throws IOException {
    Path file = folder.resolve("suppressions.txt");
    Files.write(file, List.of(lines));
    return run("analyze", "--suppressions", file.toString(), trace);
  }

  @Test
  void patternsAreThoseOfThreadSanitizer() throws IOException {
    for (String line :
        List.of(
            "race:a.B.put",
            "race:B.java",
            "race:^a.B.get$",
            "race:a.*.put",
            "race:^a.B.x$",
            "race_top:B.java:9",
            "race:^B.java$")) {
      Cli.Result result = suppressed("# a comment", "", line + " # known since 2019");
      assertThat(result.status()).as(line).isEqualTo(ExitStatus.OK);
      assertThat(result.out())
          .contains("SUPPRESSED: syncp: 1 pair of lines and field: known since 2019.")
          .doesNotContain("WARNING");
      assertThat(result.err()).doesNotContain("not used");
    }
  }

  @Test
  void whatDoesNotMatchIsReportedAndTheRuleIsNamed() throws IOException {
    for (String line : List.of("race:^B.put", "race:a.B.pu$", "race:a?B", "race:axB")) {
      Cli.Result result = suppressed(line);
      assertThat(result.status()).as(line).isEqualTo(ExitStatus.RACES);
      assertThat(result.err())
          .as(line)
          .contains("not used: " + line)
          .contains("suppressions.txt:1");
    }
    assertThat(suppressed("race:nothing").err()).contains("suppression not used: race:nothing (");
  }

  @Test
  void aSuppressionHoldsUntilItsDay() throws IOException {
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
    assertThat(suppressed("race:a.B until=" + today.plusDays(1) + " # soon").status())
        .isEqualTo(ExitStatus.OK);
    Cli.Result late = suppressed("race:a.B until=2020-01-31 # long ago");
    assertThat(late.status()).isEqualTo(ExitStatus.RACES);
    assertThat(late.err())
        .contains("suppression expired, it suppresses nothing: race:a.B until=2020-01-31");
  }

  @Test
  void aFileOfAnEditorThatMarksUtf8IsRead() throws IOException {
    assertThat(suppressed("\uFEFFrace:a.B").status()).isEqualTo(ExitStatus.OK);
  }

  @Test
  void badLinesAreNamed() throws IOException {
    for (String line : List.of("rice:x", "race:", "a.B.put", "race:x until=tomorrow")) {
      Cli.Result result = suppressed("race:x", line);
      assertThat(result.status()).as(line).isEqualTo(ExitStatus.BAD_INPUT);
      assertThat(result.err()).as(line).contains("suppressions.txt:2: ").contains("expected ");
    }
  }
}
