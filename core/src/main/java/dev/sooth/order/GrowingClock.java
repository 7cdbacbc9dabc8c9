package dev.sooth.order;

import java.util.Arrays;

/**
 * A vector clock as an array that is as long as the highest thread it knows, with some room to
 * grow. Snapshots leave that room out: if they kept it, two clocks that learn from each other would
 * make each other longer for ever.
 */
public final class GrowingClock {
  private static final int[] NOTHING = {};

  private final MemoryBudget budget;
  private int[] times = NOTHING;
  private int length; // how much of times is in use
  private int[] snapshot = NOTHING;

  /** A clock that knows nothing, and takes its memory from this budget. */
  public GrowingClock(MemoryBudget budget) {
    this.budget = budget;
  }

  public int time(int thread) {
    return thread < times.length ? times[thread] : 0;
  }

  /** An immutable copy, shared until this clock changes. */
  public int[] snapshot() {
    if (snapshot == null) {
      snapshot = Arrays.copyOf(times, length);
    }
    return snapshot;
  }

  /** Learns a clock. */
  public void join(int[] other) {
    if (other == snapshot) {
      return;
    }
    ensure(other.length);
    boolean changed = false;
    for (int i = 0; i < other.length; i++) {
      if (other[i] > times[i]) {
        times[i] = other[i];
        changed = true;
      }
    }
    if (changed) {
      snapshot = null;
    }
  }

  /** Learns one thread's time. */
  public void join(int thread, int time) {
    if (time > time(thread)) {
      ensure(thread + 1);
      times[thread] = time;
      snapshot = null;
    }
  }

  /** Learns what was published; at once if the publisher's time is known already. */
  public void join(Publication publication) {
    if (publication.time() > time(publication.thread())) {
      join(publication.clock());
      join(publication.thread(), publication.time());
    }
  }

  private void ensure(int wanted) {
    if (wanted > times.length) {
      int capacity = Math.max(wanted, times.length + times.length / 2);
      budget.take(4L * (capacity - times.length));
      times = Arrays.copyOf(times, capacity);
    }
    length = Math.max(length, wanted);
  }
}
