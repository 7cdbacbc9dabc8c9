package dev.sooth.report;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.util.List;
import java.util.Optional;

/**
 * All that a report needs to know about the run of one engine on one trace.
 *
 * @param file the trace as the user named it
 * @param counts of the whole trace, or of the part that was read
 * @param names behind the ids in {@code races}
 * @param millis from opening the file to the end of the search, proofs excluded
 * @param races in the order in which they were found
 * @param proofs of these races, by index
 * @param trace if it is in memory: witnesses can then be printed event by event
 * @param context looks up what a text report says about an access beyond its line
 * @param notes what reading left out or changed, and what was cut off
 * @param error what went wrong; present iff the status is ERROR
 */
public record RunResult(
    String file,
    Engine engine,
    Pairs pairs,
    RunStatus status,
    TraceCounts counts,
    TraceNames names,
    long millis,
    RaceList races,
    ProofTable proofs,
    Optional<Trace> trace,
    ContextLookup context,
    List<String> notes,
    Optional<String> error) {

  /** A run without results. */
  public static RunResult failed(
      String file, Engine engine, Pairs pairs, long millis, String error) {
    return new RunResult(
        file,
        engine,
        pairs,
        RunStatus.ERROR,
        TraceCounts.NONE,
        TraceNames.empty(),
        millis,
        new RaceList(),
        new ProofTable(0, "", false),
        Optional.empty(),
        ContextLookup.unavailable("the run failed"),
        List.of(),
        Optional.of(error));
  }
}
