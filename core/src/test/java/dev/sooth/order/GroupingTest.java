package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GroupingTest {
  @Test
  void groupsByBothKeysInOrder() {
    long seed = 7;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int n = random.nextInt(200);
      int firsts = 1 + random.nextInt(6);
      int seconds = 1 + random.nextInt(12);
      int[] first = random.ints(n, -1, firsts).toArray();
      int[] second = random.ints(n, 0, seconds).toArray();
      TreeMap<String, List<Integer>> expected = new TreeMap<>();
      for (int i = 0; i < n; i++) {
        if (first[i] >= 0) {
          expected.computeIfAbsent(first[i] + "/" + second[i], k -> new ArrayList<>()).add(i);
        }
      }
      Grouping grouping = new Grouping(n, firsts, seconds, i -> first[i], i -> second[i]);
      TreeMap<String, List<Integer>> actual = new TreeMap<>();
      for (int key = 0; key < firsts; key++) {
        for (int g = grouping.groupsFrom(key); g < grouping.groupsTo(key); g++) {
          List<Integer> items = new ArrayList<>();
          for (int i = grouping.start(g); i < grouping.end(g); i++) {
            items.add(grouping.item(i));
          }
          actual.put(key + "/" + grouping.secondKey(g), items);
        }
      }
      assertThat(grouping.groups()).isEqualTo(expected.size());
      assertThat(actual).as("seed %d round %d", seed, round).isEqualTo(expected);
    }
  }
}
