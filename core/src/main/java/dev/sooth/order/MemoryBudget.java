package dev.sooth.order;

import dev.sooth.trace.TraceTooLargeException;

/**
 * Counts what a structure that can grow with threads times events has allocated, and refuses
 * clearly before the heap is full: an input with a million threads is told so, and does not end in
 * an out-of-memory error. Thread-safe.
 */
public final class MemoryBudget {
  private static final double SHARE_OF_HEAP = 0.6;

  private final String what;
  private final long limit;
  private long taken;

  public MemoryBudget(String what) {
    this(what, (long) (Runtime.getRuntime().maxMemory() * SHARE_OF_HEAP));
  }

  MemoryBudget(String what, long limit) {
    this.what = what;
    this.limit = limit;
  }

  /** Takes so many bytes, or throws {@link TraceTooLargeException}. */
  public synchronized void take(long bytes) {
    taken += bytes;
    if (taken > limit) {
      throw new TraceTooLargeException(
          "the trace is too large for this engine: %s take more than %d MB; give it more heap"
              .formatted(what, limit >> 20));
    }
  }

  /** Gives back what was taken. */
  public synchronized void give(long bytes) {
    taken -= bytes;
  }

  public synchronized long taken() {
    return taken;
  }
}
