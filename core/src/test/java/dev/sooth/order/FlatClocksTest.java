package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Flat clocks against plain vectors that are copied and joined whole. */
class FlatClocksTest {
  private static final int THREADS = 12;
  private static final int CHANNELS = 4;
  private static final long SEED = 20_261_115;

  @Test
  void agreesWithPlainVectors() {
    for (int round = 0; round < 2000; round++) {
      compare(new FlatClocks(), SEED + round);
    }
  }

  /** The memory of a thread that is known to have ended serves for another one. */
  @Test
  void aNewThreadTakesTheSlotOfAJoinedOne() {
    FlatClocks clocks = new FlatClocks();
    for (int child = 1; child <= 20; child++) {
      clocks.fork(0, child);
    }
    for (int child = 1; child < 20; child++) {
      clocks.join(0, child);
    }
    clocks.fork(20, 21); // 20 does not know of their ends
    assertThat(clocks.now(21)).isEqualTo(1);
    for (int child = 22; child < 41; child++) {
      clocks.fork(0, child);
      assertThat(clocks.now(child)).as("%d after another one", child).isEqualTo(2);
    }
    clocks.fork(0, 41);
    assertThat(clocks.now(41)).isEqualTo(1);
  }

  private static void compare(FlatClocks flat, long seed) {
    Random random = new Random(seed);
    ThreadClocks clocks = new Spread(flat, random.nextBoolean() ? 1 : 4);
    ThreadClocks.Channels locks = clocks.newChannels();
    ThreadClocks.Channels volatiles = clocks.newChannels();
    Model model = new Model();
    int[] holder = new int[CHANNELS]; // thread + 1
    boolean[] ended = new boolean[THREADS];
    for (int step = 0; step < 80; step++) {
      int thread = random.nextInt(THREADS);
      int channel = random.nextInt(CHANNELS);
      int other = (thread + 1 + random.nextInt(THREADS - 1)) % THREADS;
      if (ended[thread]) {
        continue;
      }
      switch (random.nextInt(6)) {
        case 0 -> {
          if (holder[channel] == 0) {
            holder[channel] = thread + 1;
            locks.learn(thread, channel);
            model.learn(thread, model.locks[channel]);
          }
        }
        case 1 -> {
          if (holder[channel] != 0 && !ended[holder[channel] - 1]) {
            int who = holder[channel] - 1;
            holder[channel] = 0;
            locks.publish(who, channel);
            model.locks[channel] = model.publish(who);
          }
        }
        case 2 -> {
          volatiles.publishMore(thread, channel);
          join(model.volatiles[channel], model.publish(thread));
        }
        case 3 -> {
          volatiles.learn(thread, channel);
          model.learn(thread, model.volatiles[channel]);
        }
        case 4 -> {
          if (!ended[other]) {
            clocks.fork(thread, other);
            model.learn(other, model.publish(thread));
          }
        }
        default -> {
          clocks.join(thread, other);
          model.learn(thread, model.clocks[other]);
          ended[other] = true;
        }
      }
      for (int t = 0; t < THREADS; t++) {
        for (int u = 0; u < THREADS; u++) {
          if (t != u) {
            int known = known(clocks, t, u, model.clocks[u][u]);
            if (known != model.clocks[t][u]) { // asked too often for a text each time
              fail("seed %d step %d: thread %d knows %d of %d", seed, step, t, known, u);
            }
          }
        }
      }
    }
  }

  /**
   * What the thread knows of another, in times that begin at 1: a thread that took over a slot
   * begins later, and a time beyond the end of a thread stands for all of it.
   */
  private static int known(ThreadClocks clocks, int thread, int of, int timesOfOther) {
    int begin = clocks.now(of) - timesOfOther + 1;
    return Math.min(timesOfOther, Math.max(0, clocks.time(thread, of) - begin + 1));
  }

  /** Clocks of threads and channels whose numbers have gaps, so that tables must grow. */
  private record Spread(ThreadClocks clocks, int factor) implements ThreadClocks {
    @Override
    public int time(int thread, int of) {
      return clocks.time(factor * thread, factor * of);
    }

    @Override
    public int now(int thread) {
      return clocks.now(factor * thread);
    }

    @Override
    public void fork(int parent, int child) {
      clocks.fork(factor * parent, factor * child);
    }

    @Override
    public void join(int parent, int child) {
      clocks.join(factor * parent, factor * child);
    }

    @Override
    public Channels newChannels() {
      Channels channels = clocks.newChannels();
      int apart = 16 * factor;
      return new Channels() {
        @Override
        public void publish(int thread, int channel) {
          channels.publish(factor * thread, apart * channel);
        }

        @Override
        public void publishMore(int thread, int channel) {
          channels.publishMore(factor * thread, apart * channel);
        }

        @Override
        public void learn(int thread, int channel) {
          channels.learn(factor * thread, apart * channel);
        }
      };
    }
  }

  private static void join(int[] into, int[] other) {
    for (int i = 0; i < into.length; i++) {
      into[i] = Math.max(into[i], other[i]);
    }
  }

  /** Vectors that hold a thread's own time in its own entry. */
  private static final class Model {
    private final int[][] clocks = new int[THREADS][THREADS];
    private final int[][] locks = new int[CHANNELS][THREADS];
    private final int[][] volatiles = new int[CHANNELS][THREADS];

    Model() {
      for (int t = 0; t < THREADS; t++) {
        clocks[t][t] = 1;
      }
    }

    int[] publish(int thread) {
      int[] told = Arrays.copyOf(clocks[thread], THREADS);
      clocks[thread][thread]++;
      return told;
    }

    void learn(int thread, int[] told) {
      join(clocks[thread], told);
    }
  }
}
