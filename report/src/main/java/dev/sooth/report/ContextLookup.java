package dev.sooth.report;

import java.io.IOException;

/**
 * Finds out about the accesses that a text report prints, and about no others: it costs a pass over
 * the trace, and JSON does not need it.
 */
@FunctionalInterface
public interface ContextLookup {
  /** What there is to know about the accesses at these positions, which are sorted. */
  RaceContext at(long[] positions) throws IOException;

  /** A lookup that knows nothing, for a trace that cannot be read again. */
  static ContextLookup unavailable(String why) {
    return positions -> RaceContext.unknown(why);
  }
}
