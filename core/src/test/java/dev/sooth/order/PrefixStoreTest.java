package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrefixStoreTest {
  /** Few threads and many vectors, and so many threads that a vector is a page. */
  @Test
  void keepsWhatItWasGiven() {
    keeps(3, 4_000, 5);
    keeps(1 << 18, 20, 3);
    keeps(2, 10, 9_000);
  }

  private static void keeps(int width, int count, int mostOpen) {
    Random random = new Random(7);
    PrefixStore store = new PrefixStore(width);
    List<int[]> vectors = new ArrayList<>();
    List<int[]> opens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int[] vector = new int[width];
      vector[random.nextInt(width)] = 1 + random.nextInt(1_000);
      vector[width - 1] = i;
      int[] open = random.ints(random.nextInt(mostOpen + 1), 0, 1_000).toArray();
      assertThat(store.add(vector, Arrays.copyOf(open, mostOpen), open.length)).isEqualTo(i);
      vectors.add(vector);
      opens.add(open);
    }
    for (int i = 0; i < count; i++) {
      int[] copy = new int[width];
      store.copyInto(copy, i);
      assertThat(copy).isEqualTo(vectors.get(i));
      assertThat(store.get(i, width - 1)).isEqualTo(i);
      int[] open = IntStream.range(store.openFrom(i), store.openTo(i)).map(store::open).toArray();
      assertThat(open).isEqualTo(opens.get(i));
    }
    int[] joined = new int[width];
    store.joinInto(joined, 0);
    store.joinInto(joined, count - 1);
    int[] expected = new int[width];
    Arrays.setAll(expected, t -> Math.max(vectors.get(0)[t], vectors.get(count - 1)[t]));
    assertThat(joined).isEqualTo(expected);
  }
}
