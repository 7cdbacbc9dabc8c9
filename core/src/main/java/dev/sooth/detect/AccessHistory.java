package dev.sooth.detect;

import dev.sooth.order.Knowledge;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.IdRanges;

/**
 * The earlier accesses to each variable, for engines that compute an order by clocks: compares each
 * new access with the earlier ones that conflict with it, and reports those that the order leaves
 * unordered.
 */
public interface AccessHistory {
  /** Takes the next read of the trace. */
  void read(int thread, int variable, long position, int location);

  /** Takes the next write of the trace. */
  void write(int thread, int variable, long position, int location);

  /** These ids are those of other variables from now on. */
  void forget(IdRanges variables);

  /** The history that reports the pairs asked for, exactly. */
  static AccessHistory of(Pairs pairs, Knowledge order, RaceSink sink) {
    return switch (pairs) {
      case FIRST_PER_EVENT -> new LatestAccesses(order, sink);
      case ALL -> new AllAccesses(order, sink);
    };
  }
}
