package dev.sooth.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.analysis.Timings;
import dev.sooth.analysis.TraceCounts;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Proof;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextReportTest {
  private static String print(boolean witnesses, RunResult... results) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextReport report = new TextReport(out, witnesses, false);
    for (RunResult result : results) {
      report.add(result);
    }
    report.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void onDemandALaterEngineTellsOnlyWhatIsNew() throws IOException {
    RunResult first = Runs.result(Engines.HB, RunStatus.COMPLETE, List.of());
    RunResult second = Runs.result(Engines.SHB, RunStatus.COMPLETE, List.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextReport report = new TextReport(out, false, true);
    report.add(first);
    report.add(second);
    report.finish();
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text)
        .contains("data race (hb R1)")
        .doesNotContain("data race (shb R1)")
        .contains("NOTE: shb: 1 pair of racing lines already reported above.")
        .contains("found by shb");
    // What was not verified may be by the next engine, so it is told again.
    assertThat(text).contains("candidate of a data race (shb R2)");
  }

  @Test
  void printsABlockForEachPairOfLines() throws IOException {
    RunResult result =
        Runs.result(Engines.HB, RunStatus.COMPLETE, List.of("skipped 2 events of kind req"));
    assertThat(print(true, result))
        .isEqualTo(
            """
            ==================
            WARNING: Sooth: data race (hb R1) in t.std
              Read of x by thread main (event 8):
                #0 B.java:1
                holding no lock

              Previous write of x by thread T1 (event 5):
                #0 A.java:5
                holding lock l, acquired at A.java:1 (event 1)
                holding lock m, acquired at A.java:2 (event 2)

              Thread main runs from the start of the trace

              Thread T1 created by thread main (event 0):
                #0 M.java:1

              Verified by a witness of 5 events: after executing these events both accesses are enabled.
                event 0: thread main: fork(T1) at M.java:1
                event 1: thread T1: acq(l) at A.java:1
                event 2: thread T1: acq(m) at A.java:2
                event 3: thread T1: acq(l) at A.java:3
                event 4: thread T1: rel(l) at A.java:4
              and then, in either order and with nothing between them:
                event 5: thread T1: w(x) at A.java:5
                event 8: thread main: r(x) at B.java:1
              1 more race between these lines (R3): 2 in all, 1 verified, on 1 variable.
            ==================
            WARNING: Sooth: candidate of a data race (hb R2) in t.std
              Read of y by thread main (event 9):
                #0 B.java:2
                holding no lock

              Previous write of y by thread T1 (event 7):
                #0 A.java:7
                holding lock m, acquired at A.java:2 (event 2)

              Thread main runs from the start of the trace

              Thread T1 created by thread main (event 0):
                #0 M.java:1

              Candidate: no sync-preserving reordering shows it.
            ==================
            NOTE: verified means proved against the recorded trace; docs/soundness.md names what a trace can lack.
            NOTE: skipped 2 events of kind req
            NOTE: hb: unordered by happens-before; only the first race of the trace is guaranteed. Later reports are not guaranteed unless they are verified.
            SUMMARY: Sooth: 3 races found by hb in t.std: 1 verified, 2 candidates; 2 pairs of lines; 3 racy events at 2 locations on 2 variables (11 events, 2 threads, 2 variables, 2 locks in 1.2 s)
            """);
  }

  @Test
  void saysLoudlyThatTimeRanOut() throws IOException {
    String text = print(false, Runs.result(Engines.SYNCP, RunStatus.TIMEOUT, List.of()));
    assertThat(text)
        .contains(
            "TIMEOUT: syncp on t.std is not complete: no statement about the rest of the trace.\n")
        .contains("SUMMARY: Sooth: 3 races found by syncp in t.std before time ran out:")
        .doesNotContain("Later reports");
  }

  @Test
  void saysAnErrorOnce() throws IOException {
    RunResult hb = Runs.failed("t.std", Engines.HB, "t.std:1:1: bad");
    RunResult shb = Runs.failed("t.std", Engines.SHB, "t.std:1:1: bad");
    assertThat(print(false, hb, shb))
        .isEqualTo("ERROR: Sooth: t.std was not analysed by hb: t.std:1:1: bad\n");
  }

  @Test
  void saysWhenNothingWasFound() throws IOException {
    RunResult result =
        RunResult.of("clean.std", Engines.SYNCP, Pairs.ALL)
            .read(new TraceCounts(1_234_567, 1, 2, 0), TraceNames.empty())
            .timings(new Timings(Duration.ofMillis(3), Duration.ofMillis(4), Duration.ofMillis(90)))
            .build();
    assertThat(print(false, result))
        .isEqualTo(
            "SUMMARY: Sooth: no race found by syncp in clean.std"
                + " (1,234,567 events, 1 thread, 2 variables, 0 locks in 7 ms)\n");
  }

  @Test
  void leavesOutTheMiddleOfALongWitness() throws IOException {
    Trace trace = Runs.trace();
    Proof proof = new Proof.Verified(new Witness(new int[1000]));
    RunResult result =
        RunResult.of("t.std", Engines.SYNCP, Pairs.FIRST_PER_EVENT)
            .read(new TraceCounts(11, 2, 2, 2), trace.names())
            .races(Runs.races(trace, new int[] {5, 8}), ProofTable.of(List.of(proof)))
            .trace(Optional.of(trace))
            .build();
    String text = print(true, result);
    assertThat(text).contains("witness of 1,000 events").contains("    ... 960 more events ...\n");
    assertThat(text.lines().filter(line -> line.startsWith("    event 0:"))).hasSize(40);
  }

  @Test
  void cannotBeFooledByControlCharactersInNames() throws IOException {
    RunResult failed = Runs.failed("a\u001b[2Jb\n.std", Engines.HB, "no such file");
    assertThat(print(false, failed))
        .isEqualTo("ERROR: Sooth: a\\u001b[2Jb\\u000a.std was not analysed by hb: no such file\n");
  }
}
