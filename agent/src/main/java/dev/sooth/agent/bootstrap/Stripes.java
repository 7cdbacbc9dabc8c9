package dev.sooth.agent.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * One spin lock and one event counter for each stripe of locations, in one word: {@code counter * 2
 * + locked}. An access takes the lock, is performed, and takes its place in the stripe's order by
 * releasing the lock with the counter advanced, so that access and place are one atomic step.
 *
 * <p>A global counter was the alternative: every core would write one cache line at every event.
 */
final class Stripes {
  // Not by a VarHandle: all that it takes would be compiled into each access of the program.
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long BASE = base();

  /** How many words a stripe has, as a power of two: its own, and what {@link Repeats} knows. */
  static final int CELL_BITS = 2;

  static final long[] CELLS = new long[Op.STRIPES << CELL_BITS];

  /** What an event adds to the word. */
  static final long EVENT = 2;

  private static final int SPINS = 200;
  private static final int YIELDS = 2000;

  /** A holder that does not come back is a bug or a killed thread: recording ends, not the run. */
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  /** What one look counts at most: while a machine sleeps, the holder does not run either. */
  private static final long LONGEST_LOOK_NANOS = 100_000_000;

  private Stripes() {}

  /** By reflection, because it is an int in older JDKs and a long in newer ones. */
  private static long base() {
    try {
      return Unsafe.class.getField("ARRAY_LONG_BASE_OFFSET").getLong(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Locks the stripe.
   *
   * @return the word to give to {@link #unlock}, or -1 when the holder does not come back
   */
  static long lock(int stripe) {
    long at = at(stripe);
    long word = UNSAFE.getLongOpaque(CELLS, at);
    if ((word & 1) == 0 && UNSAFE.compareAndSetLong(CELLS, at, word, word | 1)) {
      return word;
    }
    return lockContended(stripe);
  }

  @SuppressWarnings("ThreadPriorityCheck") // for progress we rely on the holder, not the scheduler
  private static long lockContended(int stripe) {
    int tries = 0;
    long waited = 0;
    long last = 0;
    while (true) {
      long word = UNSAFE.getLongOpaque(CELLS, at(stripe));
      if ((word & 1) == 0 && UNSAFE.compareAndSetLong(CELLS, at(stripe), word, word | 1)) {
        return word;
      }
      tries++;
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else {
        // Not parkNanos: it would eat a permit that the program has given to this thread.
        Thread.yield();
      }
      if (tries > YIELDS) {
        long now = System.nanoTime();
        if (last != 0) {
          waited += Math.min(now - last, LONGEST_LOOK_NANOS);
        }
        last = now;
        if (waited > PATIENCE_NANOS) {
          return -1;
        }
      }
    }
  }

  /** The number of the next event, as it stands in the first word of its entry. */
  @ForceInline
  static long sequence(long word) {
    return word >>> 1 & 0xFFFF_FFFFL;
  }

  /** Unlocks and counts the event. */
  @ForceInline
  static void unlock(int stripe, long word) {
    UNSAFE.putLongRelease(CELLS, at(stripe), word + EVENT);
  }

  /** Unlocks without an event: the access did not take place. */
  static void abandon(int stripe, long word) {
    UNSAFE.putLongRelease(CELLS, at(stripe), word);
  }

  @ForceInline
  private static long at(int stripe) {
    return BASE + ((long) stripe << CELL_BITS) * Long.BYTES;
  }
}
