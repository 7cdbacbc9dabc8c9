package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * The peak use of the heap since this object was made: the sum of the peaks of the heap's pools,
 * garbage that was not collected yet included. An upper bound of what was needed, since the pools
 * may have peaked at different times.
 */
final class HeapWatch {
  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  HeapWatch() {
    pools.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  long peakBytes() {
    return pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }

  /** Warns if the peak was above this share of what the heap may grow to. */
  void warnAbove(int percent, Io io) {
    long peak = peakBytes();
    long limit = Runtime.getRuntime().maxMemory();
    if (peak * 100 > limit * percent) {
      io.say(
          "warning: up to %d MB of heap were in use, %d%% of what is allowed; %s"
              .formatted(peak >> 20, peak * 100 / limit, Failure.heapHint()));
    }
  }
}
