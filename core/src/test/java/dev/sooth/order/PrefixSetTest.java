package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixSetTest {
  private static final int STEPS = 600;

  /**
   * Sets that grow out of each other, beside plain arrays: rows, and trees of two to four levels.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 63, 64, 65, 300, 4_096, 4_097, 33_000})
  void holdsWhatPlainArraysHold(int width) {
    Random random = new Random(width);
    PrefixVectors vectors = new PrefixVectors(width);
    PrefixSet set = new PrefixSet(vectors);
    List<Integer> kept = new ArrayList<>(List.of(PrefixVectors.ZERO));
    List<int[]> expected = new ArrayList<>(List.of(new int[width]));
    for (int step = 0; step < STEPS; step++) {
      int start = random.nextInt(kept.size());
      int own = random.nextInt(width);
      int[] counts = expected.get(start).clone();
      set.load(kept.get(start));
      assertThat(set.changes()).isZero();
      for (int added = random.nextInt(3); added > 0; added--) {
        int other = random.nextInt(kept.size());
        set.add(kept.get(other));
        join(counts, expected.get(other));
      }
      for (int raised = random.nextInt(4); raised > 0; raised--) {
        int thread = random.nextInt(width);
        int count = random.nextInt(1_000);
        set.raise(thread, count);
        counts[thread] = Math.max(counts[thread], count);
      }
      assertThat(set.counts()).as("width %d, step %d", width, step).isEqualTo(counts);
      int vector = set.saveWithout(own);
      assertThat(set.counts()).isEqualTo(counts); // which goes on
      counts[own] = expected.get(start)[own]; // as before
      int[] copy = new int[width];
      vectors.joinInto(vector, copy);
      assertThat(copy).isEqualTo(counts);
      kept.add(vector);
      expected.add(counts);
    }
    for (int k = 0; k < kept.size(); k++) { // none has changed since
      int thread = random.nextInt(width);
      assertThat(vectors.get(kept.get(k), thread)).isEqualTo(expected.get(k)[thread]);
    }
  }

  private static void join(int[] counts, int[] other) {
    for (int t = 0; t < counts.length; t++) {
      counts[t] = Math.max(counts[t], other[t]);
    }
  }

  /** Sixty-four thousand vectors of as many threads would take 16 GB as rows. */
  @ParameterizedTest
  @ValueSource(ints = 1 << 16)
  void takesWhatDiffers(int width) {
    PrefixVectors vectors = new PrefixVectors(width);
    PrefixSet set = new PrefixSet(vectors);
    for (int thread = 1; thread < width; thread++) {
      set.raise(thread, thread);
      set.saveWithout(0);
    }
    int last = set.saveWithout(0);
    assertThat(vectors.size()).isLessThan(7 * width);
    set.load(PrefixVectors.ZERO);
    int before = vectors.size();
    set.add(last); // as a whole
    assertThat(set.saveWithout(0)).isEqualTo(last);
    assertThat(vectors.size()).isEqualTo(before);
    set.load(PrefixVectors.ZERO);
    assertThat(set.counts()).containsOnly(0);
  }
}
