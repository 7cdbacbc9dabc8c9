package dev.sooth.detect.prefix;

import java.util.Arrays;

/** The last write of each variable, and for each thread its last writes by position. */
final class LastWrites {
  private static final int NONE = -1;
  private static final int MOST_STEPS = 256;

  private int[] threads = new int[16];
  private long[] positions = new long[16];
  private int[] earlier = new int[16]; // the variable of the same thread's last write before it
  private int[] later = new int[16];
  private int[] latest = new int[8]; // by thread: the variable of its latest last write

  public LastWrites() {
    Arrays.fill(threads, NONE);
    Arrays.fill(latest, NONE);
  }

  public void makeRoom(int threadCount, int variables) {
    if (variables > threads.length) {
      int old = threads.length;
      int size = Math.max(variables, 2 * old);
      threads = Arrays.copyOf(threads, size);
      Arrays.fill(threads, old, size, NONE);
      positions = Arrays.copyOf(positions, size);
      earlier = Arrays.copyOf(earlier, size);
      later = Arrays.copyOf(later, size);
    }
    if (threadCount > latest.length) {
      int old = latest.length;
      latest = Arrays.copyOf(latest, Math.max(threadCount, 2 * old));
      Arrays.fill(latest, old, latest.length, NONE);
    }
  }

  /** The thread of the last write, -1 before the first. */
  public int thread(int variable) {
    return threads[variable];
  }

  public long position(int variable) {
    return positions[variable];
  }

  public void write(int thread, int variable, long position) {
    unlink(variable);
    threads[variable] = thread;
    positions[variable] = position;
    int before = latest[thread];
    earlier[variable] = before;
    later[variable] = NONE;
    if (before != NONE) {
      later[before] = variable;
    }
    latest[thread] = variable;
  }

  private void unlink(int variable) {
    int thread = threads[variable];
    if (thread == NONE) {
      return;
    }
    int before = earlier[variable];
    int after = later[variable];
    if (before != NONE) {
      later[before] = after;
    }
    if (after != NONE) {
      earlier[after] = before;
    } else {
      latest[thread] = before;
    }
  }

  /**
   * Whether some last write is of this thread and between these positions. Where there are very
   * many after these, it may say yes without looking at all: who asks can do with that.
   */
  public boolean mayBeBetween(int thread, long from, long to) {
    int variable = latest[thread];
    for (int i = 0; variable != NONE && positions[variable] >= to; i++) {
      if (i == MOST_STEPS) {
        return true;
      }
      variable = earlier[variable];
    }
    return variable != NONE && positions[variable] >= from;
  }
}
