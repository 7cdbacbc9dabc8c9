package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RangeMinimumTest {
  @Test
  void minimaOfAllRanges() {
    Random random = new Random(7);
    for (int size : new int[] {0, 1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 300}) {
      int[] values = random.ints(size, 0, 1000).toArray();
      RangeMinimum minimum = new RangeMinimum(values);
      for (int from = 0; from <= size; from++) {
        int least = Integer.MAX_VALUE;
        for (int to = from; to <= size; to++) {
          assertThat(minimum.min(from, to)).as("%d of %d to %d", size, from, to).isEqualTo(least);
          if (to < size) {
            least = Math.min(least, values[to]);
          }
        }
      }
    }
  }

  @Test
  void minimaOfLongRanges() {
    Random random = new Random(7);
    int[] values = random.ints(100_000, 0, Integer.MAX_VALUE).toArray();
    RangeMinimum minimum = new RangeMinimum(values);
    for (int i = 0; i < 200; i++) {
      int from = random.nextInt(values.length);
      int to = from + random.nextInt(values.length - from);
      int least = Integer.MAX_VALUE;
      for (int k = from; k < to; k++) {
        least = Math.min(least, values[k]);
      }
      assertThat(minimum.min(from, to)).isEqualTo(least);
    }
  }
}
