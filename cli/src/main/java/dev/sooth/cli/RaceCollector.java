package dev.sooth.cli;

import dev.sooth.detect.Stop;
import dev.sooth.race.OnePerVariable;
import dev.sooth.race.RaceList;
import dev.sooth.race.RaceSink;

/**
 * Collects the races of one run, and ends the run at the first one if that is all that is asked.
 */
final class RaceCollector implements RaceSink, Stop {
  private final RaceList races;
  private final boolean firstOnly;
  private final boolean perVariable;
  private final Stop deadline;

  RaceCollector(AnalysisOptions options, Stop deadline) {
    races = new RaceList(options.maxRaces());
    firstOnly = options.firstOnly();
    perVariable = options.perVariable();
    this.deadline = deadline;
  }

  /** Where the engine reports to. */
  RaceSink sink() {
    return perVariable ? new OnePerVariable(this) : this;
  }

  RaceList races() {
    return races;
  }

  @Override
  public void race(
      int variable,
      long firstPosition,
      byte firstKind,
      int firstThread,
      int firstLocation,
      long secondPosition,
      byte secondKind,
      int secondThread,
      int secondLocation) {
    if (firstOnly && races.pairs() > 0) {
      return; // an engine may find some more before it asks whether to stop
    }
    races.race(
        variable,
        firstPosition,
        firstKind,
        firstThread,
        firstLocation,
        secondPosition,
        secondKind,
        secondThread,
        secondLocation);
  }

  @Override
  public boolean now() {
    return (firstOnly && races.pairs() > 0) || deadline.now();
  }
}
