package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedUseTest {
  private static final long SEED = Seeds.orElse(3);

  /** Against sets of threads, with ids in clusters as programs use them. */
  @Test
  void agreesWithSetsOfThreads() {
    Random random = new Random(SEED);
    for (int round = 0; round < 200; round++) {
      int first = round % 2 * ((1 << 20) - 100); // where single ids end and pages start
      int ids = 1 + random.nextInt(400);
      int threads = 1 + random.nextInt(4);
      Map<Integer, Set<Integer>> users = new HashMap<>();
      boolean[] written = new boolean[ids];
      SharedUse use = new SharedUse();
      int events = random.nextInt(600);
      for (int i = 0; i < events; i++) {
        int thread = random.nextInt(threads);
        int id = Math.min(ids - 1, ids * thread / threads + random.nextInt(1 + ids / 2));
        byte kind = random.nextBoolean() ? Kind.READ : Kind.WRITE;
        use.add(new byte[] {kind}, new int[] {thread}, new int[] {first + id}, 0, 1);
        users.computeIfAbsent(id, any -> new HashSet<>()).add(thread);
        written[id] |= kind == Kind.WRITE;
      }
      DenseIds dense = use.sharedVariables();
      int next = 0;
      for (int id = 0; id < ids; id++) {
        if (users.containsKey(id)) {
          int count = users.get(id).size();
          boolean shared = count > 1 && written[id];
          assertThat(use.isShared(first + id))
              .as("seed %d round %d", SEED, round)
              .isEqualTo(shared);
          assertThat(use.isThreadLocal(first + id)).isEqualTo(count == 1);
          assertThat(dense.number(first + id)).isEqualTo(shared ? next : -1);
          if (shared) {
            assertThat(dense.id(next++)).isEqualTo(first + id);
          }
        }
      }
      assertThat(dense.size()).isEqualTo(next);
    }
  }
}
