package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.RandomTraces.Shape;
import org.junit.jupiter.api.Test;

class TraceMemoryTest {
  private static final int MOST_BYTES_AN_EVENT = 24;

  @Test
  void anEventTakesAtMost24Bytes() {
    // Sizes around those at which the columns grow.
    for (int events : new int[] {1_000, 64_000, 100_001, 250_000, 300_003}) {
      Trace trace = RandomTraces.wellFormed(1, new Shape(events, 8, 20, 1000, 100));
      assertThat(bytes(trace)).isLessThanOrEqualTo((long) MOST_BYTES_AN_EVENT * events);
      assertThat(bytes(trace.filtered())).isLessThanOrEqualTo((long) MOST_BYTES_AN_EVENT * events);
    }
  }

  private static long bytes(Trace trace) {
    long relevant = trace.kinds() == trace.relevantKinds() ? 0 : trace.relevantKinds().length;
    int columns = trace.threads().length + trace.targets().length + trace.locations().length;
    return trace.kinds().length + relevant + (long) Integer.BYTES * columns;
  }
}
