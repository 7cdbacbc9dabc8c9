package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StepValuesTest {
  /** Rows of any lengths, none too, with changes from hardly any to at every slot. */
  @Test
  void everySlotHasTheNumberThatItWasGiven() {
    long seed = Seeds.orElse(System.nanoTime());
    Random random = new Random(seed);
    for (int run = 0; run < 2000; run++) {
      int rows = 1 + random.nextInt(6);
      int[] start = new int[rows + 1];
      for (int row = 0; row < rows; row++) {
        start[row + 1] = start[row] + (random.nextInt(3) == 0 ? 0 : random.nextInt(60));
      }
      int[] expected = new int[start[rows]];
      int[] next = start.clone();
      int[] current = new int[rows];
      int seldom = 1 + random.nextInt(30);
      StepValues.Builder builder = new StepValues.Builder(start);
      for (int set = 0; set < expected.length; set++) {
        int row = random.nextInt(rows);
        while (next[row] == start[row + 1]) {
          row = (row + 1) % rows;
        }
        if (random.nextInt(seldom) == 0) {
          current[row] = random.nextInt(4);
          builder.set(row, next[row], current[row]);
        }
        expected[next[row]++] = current[row];
      }
      StepValues values = builder.build();
      for (int slot = 0; slot < expected.length; slot++) {
        assertThat(values.get(slot))
            .as("seed %d, run %d, slot %d", seed, run, slot)
            .isEqualTo(expected[slot]);
      }
    }
  }

  /** A million rows without slots lie at one place, and must not be walked through. */
  @Test
  void rowsWithoutSlotsTakeNoTime() {
    int[] start = new int[1_000_002];
    start[1_000_001] = 1000;
    StepValues values = new StepValues.Builder(start).build();
    for (int look = 0; look < 1_000_000; look++) {
      assertThat(values.get(look % 1000)).isZero();
    }
  }
}
