package dev.sooth.analysis;

import dev.sooth.detect.Stop;
import dev.sooth.race.OnePerVariable;
import dev.sooth.race.RaceFilter;
import dev.sooth.race.RaceList;
import dev.sooth.race.RaceSink;

/**
 * Collects the races of one run, and ends the run at the first one if that is all that is asked.
 */
final class RaceCollector extends RaceFilter implements Stop {
  private final RaceList races;
  private final boolean firstOnly;
  private final boolean perVariable;
  private final Stop deadline;

  RaceCollector(AnalysisOptions options, Stop deadline) {
    this(new RaceList(options.maxRaces()), options, deadline);
  }

  private RaceCollector(RaceList races, AnalysisOptions options, Stop deadline) {
    super(races);
    this.races = races;
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

  /** An engine may find some more before it asks whether to stop. */
  @Override
  protected boolean passes(int variable, long firstPosition, long secondPosition) {
    return !hasEnough();
  }

  private boolean hasEnough() {
    return firstOnly && races.pairs() > 0;
  }

  @Override
  public boolean now() {
    return hasEnough() || deadline.now();
  }
}
