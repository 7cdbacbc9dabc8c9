package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PositionsTest {
  /** Dense stretches, holes of one event and of many stretches, positions beyond the ints. */
  @Test
  void knowsEachPositionAndIndex() {
    long seed = Seeds.orElse(System.nanoTime());
    Random random = new Random(seed);
    for (int run = 0; run < 50; run++) {
      Positions positions = new Positions();
      long[] expected = new long[1 + random.nextInt(3000)];
      long next = random.nextInt(3) == 0 ? 0 : random.nextInt(1 << 20);
      for (int i = 0; i < expected.length; i++) {
        expected[i] = next;
        positions.add(next);
        next += random.nextInt(100) == 0 ? 1 + random.nextInt(1 << 24) : 1 + random.nextInt(2);
      }
      positions.trim();
      for (int i = 0; i < expected.length; i++) {
        String what = "seed %d, run %d, index %d".formatted(seed, run, i);
        assertThat(positions.position(i)).as(what).isEqualTo(expected[i]);
        assertThat(positions.index(expected[i])).as(what).isEqualTo(i);
        if (i + 1 == expected.length || expected[i + 1] > expected[i] + 1) {
          assertThat(positions.index(expected[i] + 1)).as(what).isEqualTo(-1);
        }
      }
      assertThat(positions.index(-1)).isEqualTo(-1);
      assertThat(positions.index(next + (1L << 40))).isEqualTo(-1);
    }
  }
}
