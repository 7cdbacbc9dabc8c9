package dev.sooth.order;

import dev.sooth.trace.TraceTooLargeException;
import java.util.Arrays;

/**
 * Vector clocks as arrays, with two savings that make most operations constant. What a thread
 * publishes is an immutable snapshot that all its publications share until it learns something new;
 * and a publication remembers who made it and when, so that a learner who knows that time knows the
 * whole snapshot and looks no further.
 *
 * <p>Arrays are as long as the highest thread that they know, so threads that never meet cost
 * nothing to each other. Not thread-safe.
 */
public final class FlatClocks implements ThreadClocks {
  private static final int[] NOTHING = {};

  /** Publisher of a channel that several threads have added to. */
  private static final int MANY = -2;

  private static final int NOBODY = -1;

  private int[][] known = new int[16][];
  private int[][] snapshot = new int[16][];
  private int[] now = new int[16];
  private final MemoryBudget budget = new MemoryBudget("the clocks of its threads");

  public FlatClocks() {
    Arrays.fill(known, NOTHING);
    Arrays.fill(now, 1);
  }

  @Override
  public int time(int thread, int of) {
    if (thread >= known.length) {
      return 0;
    }
    int[] clock = known[thread];
    return of < clock.length ? clock[of] : 0;
  }

  @Override
  public int now(int thread) {
    return thread < now.length ? now[thread] : 1;
  }

  @Override
  public void fork(int parent, int child) {
    ensure(Math.max(parent, child));
    learnFrom(child, snapshotOf(parent), parent, now[parent]);
    tick(parent);
  }

  @Override
  public void join(int parent, int child) {
    ensure(Math.max(parent, child));
    learnFrom(parent, known[child], child, now[child]);
    tick(child);
  }

  @Override
  public Channels newChannels() {
    return new FlatChannels();
  }

  private void ensure(int thread) {
    if (thread >= known.length) {
      int old = known.length;
      int capacity = Math.max(thread + 1, old * 2);
      known = Arrays.copyOf(known, capacity);
      snapshot = Arrays.copyOf(snapshot, capacity);
      now = Arrays.copyOf(now, capacity);
      Arrays.fill(known, old, capacity, NOTHING);
      Arrays.fill(now, old, capacity, 1);
    }
  }

  private void tick(int thread) {
    if (++now[thread] == Integer.MAX_VALUE) {
      throw new TraceTooLargeException("a thread synchronises more than 2^31 times");
    }
  }

  private int[] snapshotOf(int thread) {
    int[] shared = snapshot[thread];
    if (shared == null) {
      shared = known[thread].clone();
      snapshot[thread] = shared;
    }
    return shared;
  }

  /** Adds a clock, and the time of the thread whose clock it is, to what a thread knows. */
  private void learnFrom(int thread, int[] clock, int publisher, int time) {
    int length = Math.max(clock.length, publisher + 1);
    int[] mine = known[thread];
    if (length > mine.length) {
      budget.take(4L * (length - mine.length));
      mine = Arrays.copyOf(mine, Math.max(length, Math.min(2 * mine.length, known.length)));
      known[thread] = mine;
    }
    for (int i = 0; i < clock.length; i++) {
      mine[i] = Math.max(mine[i], clock[i]);
    }
    if (publisher >= 0) {
      mine[publisher] = Math.max(mine[publisher], time);
    }
    snapshot[thread] = null;
  }

  private final class FlatChannels implements Channels {
    private int[][] clock = new int[16][];
    private int[] publisher = new int[16];
    private int[] time = new int[16];

    FlatChannels() {
      Arrays.fill(publisher, NOBODY);
    }

    @Override
    public void publish(int thread, int channel) {
      FlatClocks.this.ensure(thread);
      ensure(channel);
      clock[channel] = snapshotOf(thread);
      publisher[channel] = thread;
      time[channel] = now[thread];
      tick(thread);
    }

    @Override
    public void publishMore(int thread, int channel) {
      FlatClocks.this.ensure(thread);
      ensure(channel);
      if (isKnown(thread, channel)) {
        publish(thread, channel);
        return;
      }
      int[] mine = known[thread];
      int[] told = clock[channel];
      int length = Math.max(Math.max(mine.length, told.length), thread + 1);
      int[] all = Arrays.copyOf(told, Math.max(length, publisher[channel] + 1));
      for (int i = 0; i < mine.length; i++) {
        all[i] = Math.max(all[i], mine[i]);
      }
      all[thread] = Math.max(all[thread], now[thread]);
      if (publisher[channel] >= 0) {
        all[publisher[channel]] = Math.max(all[publisher[channel]], time[channel]);
      }
      clock[channel] = all;
      publisher[channel] = MANY;
      tick(thread);
    }

    @Override
    public void learn(int thread, int channel) {
      if (channel >= publisher.length) {
        return;
      }
      FlatClocks.this.ensure(thread);
      if (!isKnown(thread, channel)) {
        learnFrom(thread, clock[channel], publisher[channel], time[channel]);
      }
    }

    private boolean isKnown(int thread, int channel) {
      int who = publisher[channel];
      if (who == MANY) {
        int[] told = clock[channel];
        for (int i = 0; i < told.length; i++) {
          if (i != thread && told[i] > FlatClocks.this.time(thread, i)) {
            return false;
          }
        }
        return true;
      }
      return who == NOBODY || who == thread || time[channel] <= FlatClocks.this.time(thread, who);
    }

    private void ensure(int channel) {
      if (channel >= publisher.length) {
        int old = publisher.length;
        int capacity = Math.max(channel + 1, old * 2);
        clock = Arrays.copyOf(clock, capacity);
        publisher = Arrays.copyOf(publisher, capacity);
        time = Arrays.copyOf(time, capacity);
        Arrays.fill(publisher, old, capacity, NOBODY);
      }
    }
  }
}
