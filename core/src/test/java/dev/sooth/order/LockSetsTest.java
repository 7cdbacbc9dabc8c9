package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LockSetsTest {
  /** However a set came about, it has one number, and no other set has it. */
  @Test
  void agreesWithPlainSets() {
    Random random = new Random(7);
    LockSets sets = new LockSets();
    Map<Integer, Set<Integer>> plain = new HashMap<>();
    plain.put(LockSets.NONE, Set.of());
    for (int i = 0; i < 20_000; i++) {
      int a = random.nextInt(plain.size());
      int b = random.nextInt(plain.size());
      int lock = random.nextInt(8);
      Set<Integer> expected = new HashSet<>(plain.get(a));
      int set;
      if (random.nextBoolean()) {
        expected.retainAll(plain.get(b));
        set = sets.intersection(a, b);
      } else if (expected.add(lock)) {
        set = sets.with(a, lock);
      } else {
        expected.remove(lock);
        set = sets.without(a, lock);
      }
      Set<Integer> known = plain.putIfAbsent(set, expected);
      assertThat(known == null ? expected : known).as("step %d", i).isEqualTo(expected);
      assertThat(set).isLessThan(plain.size());
    }
    assertThat(plain).hasSize(256);
    assertThat(Set.copyOf(plain.values())).hasSize(256);
  }

  @Test
  void allLocksAreNeutral() {
    LockSets sets = new LockSets();
    int one = sets.with(LockSets.NONE, 3);
    assertThat(sets.intersection(LockSets.ALL, one)).isEqualTo(one);
    assertThat(sets.intersection(one, LockSets.ALL)).isEqualTo(one);
    assertThat(sets.intersection(LockSets.ALL, LockSets.ALL)).isEqualTo(LockSets.ALL);
  }

  /** What does not fit is left out, and never said to be held. */
  @Test
  void aSetIsBounded() {
    LockSets sets = new LockSets();
    int set = LockSets.NONE;
    for (int lock = 0; lock < 100_000; lock++) {
      set = sets.with(set, lock);
    }
    int last = sets.with(LockSets.NONE, 99_999);
    assertThat(sets.intersection(set, last)).isEqualTo(LockSets.NONE);
    int first = sets.with(LockSets.NONE, 0);
    assertThat(sets.intersection(set, first)).isEqualTo(first);
    for (int lock = 0; lock < 100_000; lock++) {
      set = sets.without(set, lock);
    }
    assertThat(set).isEqualTo(LockSets.NONE);
  }
}
