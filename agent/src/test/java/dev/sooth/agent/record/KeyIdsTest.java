package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyIdsTest {
  /**
   * Elements of whole arrays, fields of many objects, and locks, whose lowest bits are all alike.
   */
  @Test
  void agreesWithAMap() {
    Random random = new Random(1);
    KeyIds ids = new KeyIds();
    Map<Long, Integer> expected = new HashMap<>();
    for (int i = 0; i < 300_000; i++) {
      long object = random.nextInt(50_000);
      long key =
          switch (random.nextInt(3)) {
            case 0 -> Op.elementKey(1 + object % 3, random.nextInt(100_000));
            case 1 -> Op.fieldKey(object, random.nextInt(3));
            default -> Op.syncKey(object, 7, Op.PART_LOCK);
          };
      assertThat(ids.get(key)).isEqualTo(expected.getOrDefault(key, -1));
      if (expected.putIfAbsent(key, i) == null) {
        ids.put(key, i);
      }
    }
    expected.forEach((key, id) -> assertThat(ids.get(key)).isEqualTo(id));
    ids.clear();
    expected.forEach((key, id) -> assertThat(ids.get(key)).isEqualTo(-1));
  }
}
