package dev.sooth.race;

import java.util.BitSet;

/**
 * Passes on the first race of each variable: what the papers count where a trace has too many. With
 * one pair for each second access, that is the pair of the first second access that races.
 */
public final class OnePerVariable implements RaceSink {
  private final RaceSink next;
  private final BitSet reported = new BitSet();

  public OnePerVariable(RaceSink next) {
    this.next = next;
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
    if (wants(variable)) {
      reported.set(variable);
      next.race(
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
  }

  @Override
  public boolean wants(int variable) {
    return !reported.get(variable);
  }
}
