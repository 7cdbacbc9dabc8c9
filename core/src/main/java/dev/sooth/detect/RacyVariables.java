package dev.sooth.detect;

import dev.sooth.race.RaceFilter;
import dev.sooth.race.RaceSink;
import java.util.BitSet;

/** Passes all races on, and notes of which variables they are. */
final class RacyVariables extends RaceFilter {
  private final BitSet ids = new BitSet();

  RacyVariables(RaceSink next) {
    super(next);
  }

  BitSet ids() {
    return ids;
  }

  @Override
  protected boolean passes(int variable, long firstPosition, long secondPosition) {
    ids.set(variable);
    return true;
  }
}
