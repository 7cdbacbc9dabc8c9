package dev.sooth.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.analysis.TraceCounts;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Proof;
import dev.sooth.race.RaceList;
import dev.sooth.race.ValueSchedule;
import dev.sooth.race.ValueSchedule.Step;
import dev.sooth.report.JsonReportReader.ReportedRace;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Races that are proved by a schedule with other values, in every form of the report. */
class ValueReportsTest {
  private static final Engine ENGINE =
      Engine.named("values")
          .guarantee("a race, if verified", Engine.Trust.NEEDS_PROOF)
          .cost("much", Engine.Growth.EXPONENTIAL)
          .runElsewhere();
  private static final long LARGE = 9_007_199_254_740_993L; // more than a double holds

  /** A race of event 5 with a write that the run did not come to, after a read of another value. */
  private static RunResult result(RunStatus status) {
    Trace trace = Runs.trace();
    RaceList races = new RaceList();
    races.race(
        trace.target(5),
        5,
        trace.kind(5),
        trace.thread(5),
        trace.location(5),
        ValueSchedule.UNEXECUTED,
        Kind.WRITE,
        trace.thread(9),
        trace.names().locations().intern("B.java:8"));
    ValueSchedule schedule =
        new ValueSchedule(
            List.of(
                new Step(0, "main", "fork", "T1", "M.java:1", null, null),
                new Step(9, "main", "r", "y", "B.java:2", LARGE, 0L)),
            new Step(5, "T1", "w", "x", "A.java:5", null, null),
            new Step(ValueSchedule.UNEXECUTED, "main", "w", "x", "B.java:8", null, null),
            List.of("B.java:7", "B.java:8"));
    return RunResult.of("t.std", ENGINE, Pairs.FIRST_PER_EVENT)
        .status(status)
        .read(new TraceCounts(11, 2, 2, 2), trace.names())
        .races(races, ProofTable.of(List.of(new Proof.Valued(schedule))))
        .trace(Optional.of(trace))
        .context(
            positions ->
                RaceContext.collect(
                    trace.openUnfiltered(),
                    LongStream.of(positions).filter(position -> position >= 0).toArray()))
        .build();
  }

  private static String report(String form, RunStatus status) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Report report =
        ReportFormat.find(form)
            .orElseThrow()
            .open(out, new ReportFormat.Settings(true, false, false));
    report.add(result(status));
    report.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void textHasTheScheduleWhatItReadsAndWhatWouldRun() throws IOException {
    assertThat(report("text", RunStatus.COMPLETE))
        .contains(
            "Write of x by thread main (not executed in the recorded run):\n    #0 B.java:8\n\n")
        .contains("Other write of x by thread T1 (event 5):")
        .contains("holding lock l, acquired at A.java:1 (event 1)")
        .contains("The run did not take the branch to at least one of them.")
        .contains("Verified (value) by a schedule of 2 events, checked and executed again.")
        .contains(
            "Another value: event 9: thread main: r(y) = 9007199254740993, recorded 0 at B.java:2")
        .contains("Would run: B.java:7\n  Would run: B.java:8")
        .contains("  and then, in either order")
        .contains("1 verified, 0 candidates")
        .doesNotContain("main runs from the start", "Hint:", "not complete");
  }

  @Test
  void whatIsNotDecidedIsSaid() throws IOException {
    assertThat(report("text", RunStatus.INCOMPLETE))
        .contains("INCOMPLETE: values on t.std is not complete: no statement about the rest")
        .contains("with questions left open");
    assertThat(report("junit-xml", RunStatus.INCOMPLETE))
        .contains("errors=\"0\" skipped=\"1\"")
        .contains("not complete: no statement about the rest");
    assertThat(report("sarif", RunStatus.INCOMPLETE)).contains("no statement about the rest");
    assertThat(report("json", RunStatus.INCOMPLETE)).contains("\"status\":\"incomplete\"");
  }

  @Test
  void jsonHasTheScheduleAndIsRead() throws IOException {
    String json = report("json", RunStatus.COMPLETE);
    JsonNode race = new ObjectMapper().readTree(json).get(0).get("races").get(0);
    assertThat(race.get("status").asText()).isEqualTo("verified");
    assertThat(race.has("witness")).isFalse();
    assertThat(race.get("second").get("index").asLong()).isEqualTo(-1);
    JsonNode values = race.get("values");
    assertThat(values.get("unexecuted").asBoolean()).isTrue();
    assertThat(values.get("wouldRun").get(1).asText()).isEqualTo("B.java:8");
    assertThat(values.get("changedReads").get(0).get("value").asLong()).isEqualTo(LARGE);
    assertThat(values.get("changedReads").get(0).get("recorded").asLong()).isZero();
    assertThat(values.get("schedule")).hasSize(2);

    ReportedRace read = read(json).get(0);
    assertThat(read.verified()).isTrue();
    assertThat(read.values().orElseThrow().schedule().orElseThrow()).hasSize(2);
    assertThat(read.values().orElseThrow().changedReads().get(0).value()).isEqualTo(LARGE);
    assertThat(read.values().orElseThrow().wouldRun()).containsExactly("B.java:7", "B.java:8");
  }

  @Test
  void anAccessThatTheRunHasNotNeedsValues() throws IOException {
    String json = report("json", RunStatus.COMPLETE).replace("\"values\":", "\"other\":");
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(BadReportException.class)
        .hasMessageContaining("no values");
  }

  private static List<ReportedRace> read(String json) throws IOException {
    List<ReportedRace> races = new ArrayList<>();
    JsonReportReader.read(
        new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
        "report.json",
        run -> true,
        (run, race) -> races.add(race));
    return races;
  }

  @Test
  void pageSarifAndJUnitHaveIt() throws IOException {
    assertThat(report("html", RunStatus.COMPLETE))
        .contains("\"value\":\"" + LARGE + "\",\"recorded\":\"0\"")
        .contains("\"unexecuted\":true")
        .contains("\"wouldRun\":[{\"location\":");
    JsonNode sarif = new ObjectMapper().readTree(report("sarif", RunStatus.COMPLETE));
    JsonNode found = sarif.get("runs").get(0).get("results").get(0);
    assertThat(found.get("ruleId").asText()).isEqualTo("data-race");
    assertThat(found.get("relatedLocations")).hasSize(3); // the other access, two lines
    assertThat(found.get("codeFlows").get(0).get("threadFlows")).hasSize(2);
    assertThat(found.toString()).contains("r(y) = " + LARGE + ", recorded 0");
    assertThat(report("junit-xml", RunStatus.COMPLETE))
        .contains("failures=\"1\"")
        .contains("recorded 0 at B.java:2");
  }
}
