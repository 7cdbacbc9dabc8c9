package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairIdsTest {
  private static final long SEED = Seeds.orElse(3);

  private record Pair(int first, long second) {}

  @Test
  void pairsThatAreRemovedGiveTheirIdsToOthers() {
    Random random = new Random(SEED);
    PairIds ids = new PairIds();
    Map<Pair, Integer> expected = new HashMap<>();
    int most = 0;
    for (int step = 0; step < 40_000; step++) {
      Pair pair = new Pair(random.nextInt(20) - 10, random.nextInt(100));
      Integer known = expected.get(pair);
      assertThat(ids.find(pair.first(), pair.second())).isEqualTo(known == null ? -1 : known);
      if (known == null) {
        int id = ids.intern(pair.first(), pair.second());
        assertThat(expected).as("seed %d, step %d", SEED, step).doesNotContainValue(id);
        expected.put(pair, id);
      } else {
        assertThat(ids.intern(pair.first(), pair.second())).isEqualTo(known);
        ids.remove(known);
        expected.remove(pair);
        assertThat(ids.isFree(known)).isTrue();
      }
      most = Math.max(most, expected.size());
      assertThat(ids.count()).isEqualTo(expected.size());
      assertThat(ids.size()).isEqualTo(most);
    }
    for (Map.Entry<Pair, Integer> entry : List.copyOf(expected.entrySet())) {
      assertThat(ids.first(entry.getValue())).isEqualTo(entry.getKey().first());
      assertThat(ids.second(entry.getValue())).isEqualTo(entry.getKey().second());
    }
  }
}
