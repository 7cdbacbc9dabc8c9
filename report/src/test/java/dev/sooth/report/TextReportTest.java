package dev.sooth.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.analysis.Timings;
import dev.sooth.analysis.TraceCounts;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Proof;
import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextReportTest {
  private static String print(boolean witnesses, RunResult... results) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextReport report = new TextReport(out, new ReportFormat.Settings(witnesses, false, false));
    for (RunResult result : results) {
      report.add(result);
    }
    report.finish();
    return out.toString(StandardCharsets.UTF_8)
        .replaceAll(" in [0-9.]+ m?s: reading", " in TIME: reading")
        .replaceAll("report [0-9.]+ m?s\\)", "report TIME)");
  }

  @Test
  void onDemandALaterEngineTellsOnlyWhatIsNew() throws IOException {
    RunResult first = Runs.result(Engines.HB, RunStatus.COMPLETE, List.of());
    RunResult second = Runs.result(Engines.SHB, RunStatus.COMPLETE, List.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextReport report = new TextReport(out, new ReportFormat.Settings(false, false, true));
    report.add(first);
    report.add(second);
    report.finish();
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text)
        .contains("data race on x (hb R1)")
        .doesNotContain("data race on x (shb R1)")
        .contains("NOTE: shb: 1 pair of lines and field already reported above.")
        .contains("found by shb");
    // What was not verified may be by the next engine, so it is told again.
    assertThat(text).contains("candidate of a data race on y (shb R2)");
  }

  @Test
  void printsABlockForEachPairOfLinesAndField() throws IOException {
    RunResult result =
        Runs.result(Engines.HB, RunStatus.COMPLETE, List.of("skipped 2 events of kind req"));
    assertThat(print(true, result))
        .isEqualTo(
            """
            ==================
            WARNING: Sooth: data race on x (hb R1) in t.std
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
              Fingerprint: 990dc939be5f595b
              1 more race between these lines on this field (R3): 2 in all, 1 verified, on 1 variable, by T1, main.
              The other 1 race: not tried.
            ==================
            WARNING: Sooth: candidate of a data race on y (hb R2) in t.std
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
              Fingerprint: 03702a67d7786ef4
            ==================
            NOTE: verified means proved against the recorded trace; docs/soundness.md names what a trace can lack.
            NOTE: skipped 2 events of kind req
            NOTE: hb: unordered by happens-before; only the first race of the trace is guaranteed. Later reports are not guaranteed unless they are verified.
            field  lines                  races  status     found by
            x      A.java:5 and B.java:1      2  verified   hb
            y      A.java:7 and B.java:2      1  candidate  hb
            SUMMARY: Sooth: 3 races found by hb in t.std: 1 verified, 1 candidate, 1 more of verified lines; 2 pairs of lines by field, 1 verified; 3 racy events at 2 locations on 2 variables (11 events, 2 threads, 2 variables, 2 locks in TIME: reading 1.0 s, detection 234 ms, proof 0 ms, report TIME)
            """);
  }

  /** A run with these races, all proved by a witness that is not looked at. */
  private static RunResult proved(Trace trace, int[]... pairs) {
    Proof proof = new Proof.Verified(new Witness(new int[0]));
    return RunResult.of("t.std", Engines.SYNCP, Pairs.FIRST_PER_EVENT)
        .read(new TraceCounts(trace.size(), 2, 2, 2), trace.names())
        .races(Runs.races(trace, pairs), ProofTable.of(Collections.nCopies(pairs.length, proof)))
        .trace(Optional.of(trace))
        .context(positions -> RaceContext.collect(trace.openUnfiltered(), positions))
        .build();
  }

  @Test
  void keepsFieldsOfOneLineApartAndLinesOfOneFieldTogether() throws IOException {
    TraceBuilder builder = new TraceBuilder("t.std", TraceNames.empty());
    for (String line : List.of("A.java:1 A.f", "A.java:2 A.f")) {
      for (String variable : List.of("A.x@1", "A.y@1", "A.x@2")) {
        builder.add(Kind.WRITE, "pool-1-thread-1", variable, line);
        builder.add(Kind.WRITE, "pool-1-thread-2", variable, line);
      }
    }
    int[][] pairs = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}};
    String text = print(false, proved(builder.build(), pairs));
    assertThat(text.lines().filter(line -> line.startsWith("WARNING: ")))
        .containsExactly(
            "WARNING: Sooth: data race on A.x (syncp R1) in t.std",
            "WARNING: Sooth: data race on A.x (syncp R4) in t.std",
            "WARNING: Sooth: data race on A.y (syncp R2) in t.std",
            "WARNING: Sooth: data race on A.y (syncp R5) in t.std");
    assertThat(text)
        .contains("  1 more pair of lines on this field below: A.java:2.\n")
        .contains(
            "  1 more race between these lines on this field (R3): 2 in all, 2 verified,"
                + " on 2 objects, by pool-1-thread-*.\n")
        .contains("A.x    A.java:1      2  verified  syncp\nA.x    A.java:2      2  verified");
  }

  @Test
  void objectsOfDifferentThreadsAreTold() throws IOException {
    TraceBuilder builder = new TraceBuilder("t.std", TraceNames.empty());
    for (String task : List.of("load", "save")) {
      for (int thread = 1; thread <= 2; thread++) {
        String variable = "java.util.HashMap.contents@" + (task.equals("load") ? 7 : 8);
        builder.add(Kind.WRITE, task + "-" + thread, variable, "A.java:1");
      }
    }
    String text = print(false, proved(builder.build(), new int[][] {{0, 1}, {2, 3}}));
    assertThat(text)
        .contains("on 2 objects, by load-*, save-*.\n")
        .contains("\n    java.util.HashMap.contents@7 by load-*\n")
        .contains("\n    java.util.HashMap.contents@8 by save-*\n");
  }

  @Test
  void theTableClosesATraceAndNamesAllEnginesOfARow() throws IOException {
    RunResult syncp = Runs.result(Engines.SYNCP, RunStatus.COMPLETE, List.of());
    RunResult osr = Runs.result(Engines.OSR, RunStatus.COMPLETE, List.of());
    String text = print(false, syncp, osr, Runs.failed("u.std", Engines.HB, "bad"));
    assertThat(text).containsOnlyOnce("field  lines");
    assertThat(text)
        .containsSubsequence(
            "verified   syncp, osr\n",
            "candidate  syncp, osr\nSUMMARY: Sooth: 3 races found by syncp",
            "\nSUMMARY: Sooth: 3 races found by osr",
            "\nERROR: Sooth: u.std was not");
  }

  @Test
  void namesEightOfManyLocks() throws IOException {
    TraceBuilder builder = new TraceBuilder("t.std", TraceNames.empty());
    for (int i = 0; i < 1000; i++) {
      builder.add(Kind.ACQUIRE, "T1", "l" + i, "A.java:1");
      builder.add(Kind.ACQUIRE, "T1", "l" + i, "A.java:2");
    }
    builder.add(Kind.WRITE, "T1", "x", "A.java:3");
    builder.add(Kind.WRITE, "T2", "x", "A.java:4");
    String text = print(false, proved(builder.build(), new int[] {2000, 2001}));
    assertThat(text.lines().filter(line -> line.contains("holding lock "))).hasSize(8);
    assertThat(text)
        .contains("holding lock l7, acquired at A.java:1 (event 14)\n    and 992 more locks\n");
  }

  @Test
  void hintsStandWithProvedRacesOnly() throws IOException {
    TraceBuilder builder = new TraceBuilder("t.std", TraceNames.empty());
    builder.add(Kind.WRITE, "T1", "A.m (java.util.HashMap)@1", "A.java:3 A.f");
    builder.add(Kind.WRITE, "T2", "A.m (java.util.HashMap)@1", "A.java:3 A.f");
    Trace trace = builder.build();
    RunResult result = proved(trace, new int[] {0, 1});
    assertThat(print(false, result)).contains("  Hint: this looks like a collection that is not ");
    RunResult candidate =
        RunResult.of("t.std", Engines.HB, Pairs.ALL)
            .read(result.counts(), trace.names())
            .races(result.races(), ProofTable.of(List.of(new Proof.Candidate("not tried"))))
            .trace(Optional.of(trace))
            .build();
    assertThat(print(false, candidate)).contains("Candidate: not tried").doesNotContain("Hint");
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
                + " (1,234,567 events, 1 thread, 2 variables, 0 locks in TIME: reading 3 ms, detection 4 ms, proof 90 ms, report TIME)\n");
  }

  /**
   * Two threads that are forked by one and work long before they race; one reads from the other.
   */
  private static Trace longTrace() {
    TraceBuilder builder = new TraceBuilder("long.std", TraceNames.empty());
    builder.add(Kind.FORK, "main", "A", "M:1"); // 0
    builder.add(Kind.FORK, "main", "B", "M:2"); // 1
    builder.add(Kind.WRITE, "A", "flag", "A:1"); // 2
    builder.add(Kind.READ, "B", "flag", "B:1"); // 3
    builder.add(Kind.ACQUIRE, "B", "l", "B:2"); // 4
    for (int i = 0; i < 500; i++) {
      builder.add(Kind.WRITE, i % 5 == 0 ? "A" : "B", i % 5 == 0 ? "a" : "b", "W:1"); // 5 to 504
    }
    builder.add(Kind.WRITE, "A", "x", "A:9"); // 505
    builder.add(Kind.WRITE, "B", "x", "B:9"); // 506
    return builder.build();
  }

  private static String printLong(boolean full) throws IOException {
    Trace trace = longTrace();
    int[] cut = new int[trace.names().threads().size()];
    for (int i = 0; i < 505; i++) {
      cut[trace.thread(i)]++;
    }
    Proof proof = new Proof.Verified(Witness.ofCut(cut));
    RunResult result =
        RunResult.of("long.std", Engines.SYNCP, Pairs.FIRST_PER_EVENT)
            .read(new TraceCounts(507, 3, 4, 1), trace.names())
            .races(Runs.races(trace, new int[] {505, 506}), ProofTable.of(List.of(proof)))
            .trace(Optional.of(trace))
            .build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextReport report = new TextReport(out, new ReportFormat.Settings(true, full, false));
    report.add(result);
    report.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void leavesOutOfALongWitnessWhatTheAccessesDoNotRestOn() throws IOException {
    assertThat(printLong(false))
        .contains(
            """
              Verified by a witness of 505 events: after executing these events both accesses are enabled.
                event 0: thread main: fork(A) at M:1
                event 1: thread main: fork(B) at M:2
                event 2: thread A: w(flag) at A:1
                event 3: thread B: r(flag) at B:1
                event 4: thread B: acq(l) at B:2
                … 485 events left out: 388 of thread B, 97 of thread A
                event 490: thread A: w(a) at W:1
                … 4 events of thread B left out
                event 495: thread A: w(a) at W:1
                … 4 events of thread B left out
                event 500: thread A: w(a) at W:1
                … 1 event of thread B left out
                event 502: thread B: w(b) at W:1
                event 503: thread B: w(b) at W:1
                event 504: thread B: w(b) at W:1
              and then, in either order and with nothing between them:
                event 505: thread A: w(x) at A:9
                event 506: thread B: w(x) at B:9
            """);
  }

  @Test
  void printsAllOfALongWitnessOnDemand() throws IOException {
    assertThat(printLong(true).lines().filter(line -> line.startsWith("    event "))).hasSize(507);
    assertThat(printLong(true)).doesNotContain("left out");
  }

  @Test
  void cannotBeFooledByControlCharactersInNames() throws IOException {
    RunResult failed = Runs.failed("a\u001b[2Jb\n.std", Engines.HB, "no such file");
    assertThat(print(false, failed))
        .isEqualTo("ERROR: Sooth: a\\u001b[2Jb\\u000a.std was not analysed by hb: no such file\n");
  }
}
