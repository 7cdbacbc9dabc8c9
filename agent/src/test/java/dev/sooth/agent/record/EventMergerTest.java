package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Backlog;
import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.TestLog;
import dev.sooth.agent.bootstrap.ThreadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
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
    final List<ThreadLog> told = new ArrayList<>(); // threads that the output knows
    final Set<Integer> forkedOut = new HashSet<>(Set.of(0)); // by what is out: forked
    final Set<Integer> endedOut = new HashSet<>(); // ended or joined
    final Map<Integer, Set<Integer>> endedFor = new HashMap<>(); // by thread: who it came after
    boolean late; // a log is seen only when it is needed
    final List<List<Integer>> deaths = new ArrayList<>(); // by object: what there was by then
    final List<Long> newlyDead = new ArrayList<>();
    final List<Long> deathsTold = new ArrayList<>();
    final EventMerger merger = new EventMerger(this, this::takeCreated, this::takeDead);

    World(long seed) {
      random = new Random(seed);
      start(false);
    }

    /** A log can be made while a pass goes on: then the pass is not given it at its start. */
    private List<ThreadLog> takeCreated() {
      int n = late ? random.nextInt(created.size() + 1) : created.size();
      late = false;
      List<ThreadLog> taken = List.copyOf(created.subList(0, n));
      created.subList(0, n).clear();
      return taken;
    }

    private long[] takeDead() {
      long[] taken = newlyDead.stream().mapToLong(n -> n).toArray();
      newlyDead.clear();
      return taken.length == 0 ? null : taken;
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
      if (random.nextInt(10) == 0) {
        newlyDead.add((long) deaths.size());
        deaths.add(List.copyOf(appended));
      }
      if (random.nextInt(4) == 0) {
        late = random.nextInt(2) == 0;
        merger.pass();
      }
    }

    private void act(int thread) {
      int choice = random.nextInt(40);
      if (choice == 0 && logs.size() < MOST_THREADS) {
        int child = start(true);
        append(thread, Op.FORK, child, 0);
      } else if (choice == 1 && thread > 0) {
        if (random.nextInt(3) > 0) { // else it is only gone
          append(thread, Op.END, 0, 0);
        }
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
      } else if (choice == 6) {
        append(thread, Op.AFTER_LOCK, random.nextInt(KEYS), 0);
      } else {
        long key = random.nextInt(KEYS);
        int counter = counters.merge(Op.stripe(key), 1, Integer::sum) - 1;
        append(thread, Op.FIELD_WRITE, key, counter);
        real.add(new Out(thread, appended.get(thread) - 1, Op.FIELD_WRITE, key));
      }
    }

    void finish() throws IOException {
      late = false;
      while (merger.pass()) {
        // until all is out
      }
      merger.pass(); // what died after the pass before the last
      merger.pass();
    }

    @Override
    public void thread(ThreadLog log) {
      told.add(log);
    }

    @Override
    public void operation(int thread, long head, long key, Chunk chunk, int at) {
      assertThat(chunk.words[at + 1]).isEqualTo(key);
      came(thread, Op.op(head), key);
      switch (Op.op(head)) {
        case Op.FORK -> forkedOut.add((int) key);
        case Op.JOIN -> {
          if (key != thread) {
            endedOut.add((int) key);
          }
        }
        case Op.END -> endedOut.add(thread);
        default -> {}
      }
    }

    private void came(int thread, int op, long key) {
      assertThat(thread).isLessThan(told.size());
      out.add(new Out(thread, next.get(thread), op, key));
      next.set(thread, next.get(thread) + 1);
    }

    /** Each other thread that was forked runs, or has ended, of which it is told once. */
    @Override
    public void afterAll(int thread, List<ThreadLog> started, int[] ended) {
      came(thread, Op.AFTER_ALL, 0);
      Set<Integer> known = endedFor.computeIfAbsent(thread, t -> new HashSet<>());
      for (int other : ended) {
        assertThat(known.add(other)).as("%d for the first time", other).isTrue();
        assertThat(running.get(other)).isFalse();
        assertThat(next.get(other)).isEqualTo(appended.get(other));
      }
      assertThat(known).containsAll(endedOut);
      Set<Integer> others = new HashSet<>(known);
      for (ThreadLog log : started) {
        assertThat(others.add(log.number)).as("%d runs", log.number).isTrue();
      }
      Set<Integer> forked = new HashSet<>(forkedOut);
      forked.remove(thread);
      assertThat(others).isEqualTo(forked);
    }

    @Override
    public void afterLock(int thread, long lock, List<ThreadLog> byNumber) {
      came(thread, Op.AFTER_LOCK, lock);
      for (int i = 0; i < byNumber.size(); i++) {
        assertThat(byNumber.get(i)).isIn(logs.get(i).log, null);
      }
    }

    @Override
    public void dead(long[] numbers) {
      for (long number : numbers) {
        List<Integer> before = deaths.get((int) number);
        for (int i = 0; i < before.size(); i++) {
          assertThat(next.get(i)).isGreaterThanOrEqualTo(before.get(i));
        }
        deathsTold.add(number);
      }
    }

    /** What the chunks take that are still in work. */
    long bytes() {
      long bytes = 0;
      for (int i = 0; i < logs.size(); i++) {
        bytes += running.get(i) ? logs.get(i).log.drain.bytes() : 0;
      }
      return bytes;
    }
  }

  @Test
  void orderIsThatOfThreadsStripesForksAndJoins() throws IOException {
    for (long seed = 1; seed <= RUNS; seed++) {
      long backlog = Backlog.bytes();
      World world = new World(seed);
      for (int step = 0; step < STEPS; step++) {
        world.step();
      }
      world.finish();
      check(world, "seed " + seed);
      assertThat(Backlog.bytes() - backlog).as("seed %d", seed).isEqualTo(world.bytes());
    }
  }

  /** The joined thread's log was made after the pass had begun. */
  @Test
  void aJoinOfAThreadThatIsNew() throws IOException {
    World world = new World(1);
    int other = world.start(false);
    world.append(0, Op.JOIN, other, 0);
    world.append(other, Op.END, 0, 0);
    Iterator<ThreadLog> made = List.copyOf(world.created).iterator();
    EventMerger merger =
        new EventMerger(world, () -> made.hasNext() ? List.of(made.next()) : List.of(), () -> null);
    while (merger.pass()) {
      // until all is out
    }
    assertThat(world.out).extracting(Out::op).containsExactly(Op.END, Op.JOIN);
  }

  private static void check(World world, String seed) {
    List<Out> out = world.out;
    assertThat(world.next).as(seed).isEqualTo(world.appended); // all, each thread in its order
    assertThat(world.deathsTold)
        .as(seed)
        .containsExactlyElementsOf(LongStream.range(0, world.deaths.size()).boxed().toList());
    assertThat(world.told).as(seed).isEqualTo(world.logs.stream().map(log -> log.log).toList());
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
