package dev.sooth.analysis;

import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.format.StackReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
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

  /** What can be looked up without keeping a trace in memory. */
  default ContextLookup withoutTrace() {
    return this;
  }

  /** A lookup in a trace that is in memory; callers are in its file. */
  static ContextLookup of(Trace trace, Path file) {
    return new ContextLookup() {
      @Override
      public RaceContext at(long[] positions) throws IOException {
        try (TraceCursor cursor = trace.openUnfiltered()) {
          return RaceContext.collect(cursor, inTrace(positions));
        }
      }

      @Override
      public Map<Long, List<String>> callers(long[] positions) throws IOException {
        return StackReader.read(file, inTrace(positions));
      }

      @Override
      public ContextLookup withoutTrace() {
        return unavailable("the trace is not kept: it would take too much memory");
      }

      /** Without those of accesses that the run did not execute. */
      private long[] inTrace(long[] positions) {
        return Arrays.stream(positions).filter(position -> position >= 0).toArray();
      }
    };
  }

  /** A lookup that knows nothing, for a trace that cannot be read again. */
  static ContextLookup unavailable(String why) {
    return positions -> RaceContext.unknown(why);
  }
}
