package dev.sooth.race;

import java.util.BitSet;

/**
 * Passes on the first race of each variable: what the papers count where a trace has too many. With
 * one pair for each second access, that is the pair of the first second access that races.
 */
public final class OnePerVariable extends RaceFilter {
  private final BitSet reported = new BitSet();

  public OnePerVariable(RaceSink next) {
    super(next);
  }

  @Override
  protected boolean passes(int variable, long firstPosition, long secondPosition) {
    boolean isFirst = wants(variable);
    reported.set(variable);
    return isFirst;
  }

  @Override
  public boolean wants(int variable) {
    return !reported.get(variable);
  }
}
