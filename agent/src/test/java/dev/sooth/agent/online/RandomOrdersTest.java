package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Cells;
import dev.sooth.agent.bootstrap.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random executions against the definition: an access is reported if and only if happens-before, as
 * sets of events, leaves it unordered with an earlier one that conflicts with it.
 */
class RandomOrdersTest {
  private static final int THREADS = 5;
  private static final int VARIABLES = 3;
  private static final int KEYS = 3;

  /** What happens before the next event of a thread, as a set of events, and the same at keys. */
  private final List<java.util.BitSet> before = new ArrayList<>();

  private final List<java.util.BitSet> given = new ArrayList<>();
  private final List<int[]> accesses = new ArrayList<>(); // event, thread, variable, write
  private int events;

  @Test
  void reportsAreThoseOfTheDefinition() {
    long seed = Long.getLong("sooth.seed", 1);
    for (int run = 0; run < 3000; run++) {
      Random random = new Random(seed * 1_000_003 + run);
      run(random, "seed " + seed + ", run " + run);
    }
  }

  private void run(Random random, String name) {
    before.clear();
    given.clear();
    accesses.clear();
    events = 0;
    FastTrack fastTrack = new FastTrack();
    Cells cells = new Cells(VARIABLES);
    List<Object> threads = new ArrayList<>();
    threads.add(fastTrack.threadMade(0, "t0", false));
    before.add(new java.util.BitSet());
    for (int i = 0; i < KEYS; i++) {
      given.add(new java.util.BitSet());
    }
    List<Integer> running = new ArrayList<>(List.of(0));
    for (int step = 0; step < 60; step++) {
      int thread = running.get(random.nextInt(running.size()));
      Object state = threads.get(thread);
      int what = random.nextInt(12);
      if (what == 0 && threads.size() < THREADS) {
        int child = threads.size();
        threads.add(fastTrack.threadMade(child, "t" + child, true));
        fastTrack.operation(thread, state, Op.FORK, 0, child);
        before.add((java.util.BitSet) before.get(thread).clone());
        running.add(child);
      } else if (what == 1 && running.size() > 1) {
        int child = running.get(random.nextInt(running.size()));
        if (child != thread) {
          running.remove((Integer) child);
          fastTrack.operation(child, threads.get(child), Op.END, 0, 0);
          fastTrack.operation(thread, state, Op.JOIN, 0, child);
          before.get(thread).or(before.get(child));
        }
      } else if (what < 4) {
        int key = random.nextInt(KEYS);
        fastTrack.operation(thread, state, Op.HIDDEN_READ, 0, Op.syncKey(key + 1, 1, 0));
        before.get(thread).or(given.get(key));
      } else if (what < 6) {
        int key = random.nextInt(KEYS);
        boolean update = random.nextBoolean();
        int op = update ? Op.HIDDEN_UPDATE : Op.HIDDEN_WRITE;
        fastTrack.operation(thread, state, op, 0, Op.syncKey(key + 1, 1, 0));
        if (update) {
          before.get(thread).or(given.get(key));
        }
        given.get(key).or(before.get(thread));
      } else {
        access(fastTrack, cells, thread, state, random, name + ", step " + step);
      }
    }
  }

  private void access(
      FastTrack fastTrack, Cells cells, int thread, Object state, Random random, String name) {
    int variable = random.nextInt(VARIABLES);
    boolean write = random.nextInt(3) == 0;
    int event = events++;
    boolean races = false;
    for (int[] earlier : accesses) {
      boolean conflict = earlier[2] == variable && (write || earlier[3] == 1);
      races |= conflict && earlier[1] != thread && !before.get(thread).get(earlier[0]);
    }
    before.get(thread).set(event);
    accesses.add(new int[] {event, thread, variable, write ? 1 : 0});
    // A place of its own: what is left out as the same again would not be reported again.
    long found = fastTrack.check(state, cells, variable, write, event + 1);
    assertThat(found != 0).as(name).isEqualTo(races);
  }
}
