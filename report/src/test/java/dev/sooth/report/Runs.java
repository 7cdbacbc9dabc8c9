package dev.sooth.report;

import dev.sooth.analysis.Failure;
import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.analysis.Timings;
import dev.sooth.analysis.TraceCounts;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Proof;
import dev.sooth.race.RaceList;
import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Hand-made results, so that reports are tested without an engine. */
final class Runs {
  private Runs() {}

  /** Two threads, a lock of which one is held at the first access, and three racing pairs. */
  static Trace trace() {
    TraceBuilder builder = new TraceBuilder("t.std", TraceNames.empty());
    builder.add(Kind.FORK, "main", "T1", "M.java:1"); // 0
    builder.add(Kind.ACQUIRE, "T1", "l", "A.java:1"); // 1
    builder.add(Kind.ACQUIRE, "T1", "m", "A.java:2"); // 2
    builder.add(Kind.ACQUIRE, "T1", "l", "A.java:3"); // 3
    builder.add(Kind.RELEASE, "T1", "l", "A.java:4"); // 4
    builder.add(Kind.WRITE, "T1", "x", "A.java:5"); // 5
    builder.add(Kind.RELEASE, "T1", "l", "A.java:6"); // 6
    builder.add(Kind.WRITE, "T1", "y", "A.java:7"); // 7
    builder.add(Kind.READ, "main", "x", "B.java:1"); // 8
    builder.add(Kind.READ, "main", "y", "B.java:2"); // 9
    builder.add(Kind.WRITE, "main", "x", "B.java:1"); // 10
    return builder.build();
  }

  static RaceList races(Trace trace, int[]... pairs) {
    RaceList races = new RaceList();
    for (int[] pair : pairs) {
      int first = pair[0];
      int second = pair[1];
      races.race(
          trace.target(second),
          first,
          trace.kind(first),
          trace.thread(first),
          trace.location(first),
          second,
          trace.kind(second),
          trace.thread(second),
          trace.location(second));
    }
    return races;
  }

  /** A run that failed with this message. */
  static RunResult failed(String file, Engine engine, String message) {
    return RunResult.of(file, engine, Pairs.ALL)
        .failure(new Failure(Failure.Kind.BAD_INPUT, message, new IllegalStateException()))
        .build();
  }

  /** A run with so many races of one pair of lines, of which one is verified. */
  static RunResult many(int size, int verified) {
    Trace trace = trace();
    int[][] pairs = new int[size][];
    Proof[] proofs = new Proof[size];
    Arrays.fill(pairs, new int[] {5, 8});
    Arrays.fill(proofs, new Proof.Candidate("not tried"));
    proofs[verified] = new Proof.Verified(new Witness(new int[] {0, 1, 2, 3, 4}));
    return RunResult.of("t.std", Engines.SYNCP, Pairs.FIRST_PER_EVENT)
        .read(new TraceCounts(11, 2, 2, 2), trace.names())
        .races(races(trace, pairs), ProofTable.of(List.of(proofs)))
        .trace(Optional.of(trace))
        .build();
  }

  static RunResult result(Engine engine, RunStatus status, List<String> notes) {
    Trace trace = trace();
    RaceList races = races(trace, new int[] {5, 8}, new int[] {7, 9}, new int[] {5, 10});
    return RunResult.of("t.std", engine, Pairs.FIRST_PER_EVENT)
        .status(status)
        .read(new TraceCounts(11, 2, 2, 2), trace.names())
        .timings(new Timings(Duration.ofMillis(1000), Duration.ofMillis(234), Duration.ZERO))
        .races(
            races,
            ProofTable.of(
                List.of(
                    new Proof.Verified(new Witness(new int[] {0, 1, 2, 3, 4})),
                    new Proof.Candidate("no sync-preserving reordering shows it"),
                    new Proof.Candidate("not tried"))))
        .trace(Optional.of(trace))
        .context(positions -> RaceContext.collect(trace.openUnfiltered(), positions))
        .notes(notes)
        .build();
  }
}
