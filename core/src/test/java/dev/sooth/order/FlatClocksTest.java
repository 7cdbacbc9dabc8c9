package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static void compare(ThreadClocks clocks, long seed) {
    Random random = new Random(seed);
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
            assertThat(known(clocks, t, u, model.clocks[u][u]))
                .as("seed %d step %d: what thread %d knows of %d", seed, step, t, u)
                .isEqualTo(model.clocks[t][u]);
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
