package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.TestLog;
import dev.sooth.agent.bootstrap.ThreadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What random threads do, written down in their logs, comes out in an order that it can have had.
 */
class EventMergerTest {
  private static final int RUNS = 3000;
  private static final int STEPS = 120;
  private static final int KEYS = 5;
  private static final int MOST_THREADS = 6;

  /** What came out: the thread, its place in the thread, the operation and its key. */
  private record Out(int thread, int index, int op, long key) {}

  /** A run of some threads in one order, in which the merger looks at their logs at any time. */
  private static final class World implements MergedOperations {
    final Random random;
    final List<TestLog> logs = new ArrayList<>();
    final List<Integer> appended = new ArrayList<>(); // by thread
    final List<Boolean> running = new ArrayList<>();
    final List<ThreadLog> created = new ArrayList<>();
    final Map<Integer, Integer> counters = new HashMap<>(); // by stripe
    final Map<String, List<Integer>> seenBefore = new HashMap<>(); // by thread and index
    final List<Out> real = new ArrayList<>(); // the accesses as they happened
    final List<Out> out = new ArrayList<>();
    final List<Integer> next = new ArrayList<>(); // by thread: index of what comes out next
    final EventMerger merger = new EventMerger(this, this::takeCreated);

    World(long seed) {
      random = new Random(seed);
      start(false);
    }

    private List<ThreadLog> takeCreated() {
      List<ThreadLog> taken = List.copyOf(created);
      created.clear();
      return taken;
    }

    private int start(boolean forked) {
      TestLog log = new TestLog(logs.size(), forked, 1 + random.nextInt(4));
      logs.add(log);
      created.add(log.log);
      appended.add(0);
      running.add(true);
      next.add(0);
      return logs.size() - 1;
    }

    private void append(int thread, int op, long key, int counter) {
      logs.get(thread).append(op, key, counter);
      appended.set(thread, appended.get(thread) + 1);
    }

    void step() throws IOException {
      int thread = random.nextInt(logs.size());
      if (running.get(thread)) {
        act(thread);
      }
      if (random.nextInt(4) == 0) {
        merger.pass();
      }
    }

    private void act(int thread) {
      int choice = random.nextInt(40);
      if (choice == 0 && logs.size() < MOST_THREADS) {
        int child = start(true);
        append(thread, Op.FORK, child, 0);
      } else if (choice == 1 && thread > 0) {
        append(thread, Op.END, 0, 0);
        logs.get(thread).end();
        running.set(thread, false);
      } else if (choice < 5) {
        int other = random.nextInt(logs.size());
        if (!running.get(other)) {
          append(thread, Op.JOIN, other, 0);
        }
      } else if (choice == 5) {
        seenBefore.put(thread + " " + appended.get(thread), List.copyOf(appended));
        append(thread, Op.AFTER_ALL, 0, counters.merge(Op.stripe(0), 1, Integer::sum) - 1);
      } else {
        long key = random.nextInt(KEYS);
        int counter = counters.merge(Op.stripe(key), 1, Integer::sum) - 1;
        append(thread, Op.FIELD_WRITE, key, counter);
        real.add(new Out(thread, appended.get(thread) - 1, Op.FIELD_WRITE, key));
      }
    }

    void finish() throws IOException {
      while (merger.pass()) {
        // until all is out
      }
    }

    @Override
    public void thread(ThreadLog log) {}

    @Override
    public void operation(int thread, long head, long key, Chunk chunk, int at) {
      came(thread, Op.op(head), key);
    }

    private void came(int thread, int op, long key) {
      out.add(new Out(thread, next.get(thread), op, key));
      next.set(thread, next.get(thread) + 1);
    }

    @Override
    public void afterAll(int thread, List<ThreadLog> started, int[] ended) {
      came(thread, Op.AFTER_ALL, 0);
    }

    @Override
    public void afterLock(int thread, long lock, List<ThreadLog> byNumber) {
      throw new IllegalStateException("not asked for");
    }
  }

  @Test
  void orderIsThatOfThreadsStripesForksAndJoins() throws IOException {
    for (long seed = 1; seed <= RUNS; seed++) {
      World world = new World(seed);
      for (int step = 0; step < STEPS; step++) {
        world.step();
      }
      world.finish();
      check(world, "seed " + seed);
    }
  }

  private static void check(World world, String seed) {
    List<Out> out = world.out;
    assertThat(world.next).as(seed).isEqualTo(world.appended); // all, each thread in its order
    for (long key = 0; key < KEYS; key++) {
      long wanted = key;
      assertThat(out.stream().filter(o -> o.op == Op.FIELD_WRITE && o.key == wanted))
          .as("%s, key %d", seed, key)
          .containsExactlyElementsOf(world.real.stream().filter(o -> o.key == wanted).toList());
    }
    int[] before = new int[world.logs.size()]; // how much of each thread is out
    boolean[] forked = new boolean[world.logs.size()];
    forked[0] = true;
    for (Out o : out) {
      assertThat(forked[o.thread]).as("%s: %s before its fork", seed, o).isTrue();
      if (o.op == Op.FORK) {
        forked[(int) o.key] = true;
      } else if (o.op == Op.JOIN && o.key != o.thread) {
        int all = world.appended.get((int) o.key);
        assertThat(before[(int) o.key]).as("%s: %s before the end", seed, o).isEqualTo(all);
      } else if (o.op == Op.AFTER_ALL) {
        List<Integer> seen = world.seenBefore.get(o.thread + " " + o.index);
        for (int other = 0; other < seen.size(); other++) {
          if (other != o.thread) {
            assertThat(before[other])
                .as("%s: %s before what thread %d had done", seed, o, other)
                .isGreaterThanOrEqualTo(seen.get(other));
          }
        }
      }
      before[o.thread]++;
    }
  }
}
