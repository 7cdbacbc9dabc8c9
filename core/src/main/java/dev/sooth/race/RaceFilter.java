package dev.sooth.race;

/** Passes on some of the races that it is told. */
public abstract class RaceFilter implements RaceSink {
  private final RaceSink next;

  protected RaceFilter(RaceSink next) {
    this.next = next;
  }

  /** Whether to pass this race on; asked once for each. */
  protected abstract boolean passes(int variable, long firstPosition, long secondPosition);

  @Override
  public final void race(
      int variable,
      long firstPosition,
      byte firstKind,
      int firstThread,
      int firstLocation,
      long secondPosition,
      byte secondKind,
      int secondThread,
      int secondLocation) {
    if (passes(variable, firstPosition, secondPosition)) {
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
    return next.wants(variable);
  }
}
