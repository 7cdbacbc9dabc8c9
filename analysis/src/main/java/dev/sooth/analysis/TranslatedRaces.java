package dev.sooth.analysis;

import dev.sooth.race.RaceSink;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/** Gives on races of an engine whose trace has other ids or positions than the input. */
final class TranslatedRaces implements RaceSink {
  private final RaceSink next;
  private final IntUnaryOperator variables;
  private final LongUnaryOperator positions;

  TranslatedRaces(RaceSink next, IntUnaryOperator variables, LongUnaryOperator positions) {
    this.next = next;
    this.variables = variables;
    this.positions = positions;
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
    next.race(
        variables.applyAsInt(variable),
        positions.applyAsLong(firstPosition),
        firstKind,
        firstThread,
        firstLocation,
        positions.applyAsLong(secondPosition),
        secondKind,
        secondThread,
        secondLocation);
  }

  @Override
  public boolean wants(int variable) {
    return next.wants(variables.applyAsInt(variable));
  }
}
