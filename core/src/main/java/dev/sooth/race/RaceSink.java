package dev.sooth.race;

import dev.sooth.trace.Trace;

/** Takes the races of an engine as it finds them. */
public interface RaceSink {
  /**
   * Reports that the two accesses race. {@code firstPosition < secondPosition}; both are accesses
   * of {@code variable}, by different threads, and one is a write. An engine reports the pairs of
   * one second access together, and second accesses in the order of the trace; but one that is
   * known to race from later events only may come when these have been seen.
   */
  void race(
      int variable,
      long firstPosition,
      byte firstKind,
      int firstThread,
      int firstLocation,
      long secondPosition,
      byte secondKind,
      int secondThread,
      int secondLocation);

  /** Reports that the accesses at these two positions of a trace race. */
  default void race(Trace trace, int first, int second) {
    race(
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

  /**
   * Whether another race on this variable is of use. An engine may leave out the search for those
   * that are not, and may as well report them.
   */
  default boolean wants(int variable) {
    return true;
  }
}
