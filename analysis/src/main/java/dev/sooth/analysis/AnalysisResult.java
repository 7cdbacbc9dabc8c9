package dev.sooth.analysis;

import java.util.List;

/**
 * What the engines say about one trace.
 *
 * @param file the trace as it was named
 * @param runs one for each engine, in the order in which they ran
 */
public record AnalysisResult(String file, List<RunResult> runs) {
  /** What follows from all runs together. */
  public enum Outcome {
    /** Some engine reports a race, proved or not. */
    RACES,
    /** All engines have seen the whole trace and report nothing. */
    NO_RACE_FOUND,
    /** Nothing is reported, but some engine did not come to its end: nothing can be said. */
    UNKNOWN,
    /** Nothing is reported, and some engine failed: nothing can be said. */
    FAILED
  }

  public AnalysisResult {
    runs = List.copyOf(runs);
  }

  /** What follows from all runs together. */
  public Outcome outcome() {
    if (runs.stream().anyMatch(run -> run.races().pairs() > 0)) {
      return Outcome.RACES;
    }
    if (runs.stream().anyMatch(run -> run.status() == RunStatus.ERROR)) {
      return Outcome.FAILED;
    }
    return runs.stream().allMatch(run -> run.status() == RunStatus.COMPLETE)
        ? Outcome.NO_RACE_FOUND
        : Outcome.UNKNOWN;
  }
}
