package dev.sooth.analysis;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Finds out about the accesses that a text report prints, and about no others: it costs a pass over
 * the trace, and JSON does not need it.
 */
@FunctionalInterface
public interface ContextLookup {
  /** What there is to know about the accesses at these positions, which are sorted. */
  RaceContext at(long[] positions) throws IOException;

  /**
   * The callers of the accesses at these positions, which are sorted, innermost first; of those
   * whose stack was recorded.
   */
  default Map<Long, List<String>> callers(long[] positions) throws IOException {
    return Map.of();
  }

  /** A lookup that knows nothing, for a trace that cannot be read again. */
  static ContextLookup unavailable(String why) {
    return positions -> RaceContext.unknown(why);
  }
}
