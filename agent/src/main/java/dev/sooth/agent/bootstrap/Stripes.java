package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.internal.vm.annotation.ForceInline;

/**
 * One spin lock and one event counter for each stripe of locations, in one word: {@code counter * 2
 * + locked}. An access takes the lock, is performed, and takes its place in the stripe's order by
 * releasing the lock with the counter advanced, so that access and place are one atomic step.
 *
 * <p>A global counter was the alternative: every core would write one cache line at every event.
 */
final class Stripes {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long[] WORDS = new long[Op.STRIPES];

  private static final int SPINS = 200;
  private static final int YIELDS = 2000;

  /** A holder that does not come back is a bug or a killed thread: recording ends, not the run. */
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private Stripes() {}

  /**
   * Locks the stripe.
   *
   * @return the word to give to {@link #unlock}, or -1 when the holder does not come back
   */
  static long lock(int stripe) {
    long word = (long) WORD.getOpaque(WORDS, stripe);
    if ((word & 1) == 0 && WORD.compareAndSet(WORDS, stripe, word, word | 1)) {
      return word;
    }
    return lockContended(stripe);
  }

  @SuppressWarnings("ThreadPriorityCheck") // for progress we rely on the holder, not the scheduler
  private static long lockContended(int stripe) {
    int tries = 0;
    long deadline = 0;
    while (true) {
      long word = (long) WORD.getOpaque(WORDS, stripe);
      if ((word & 1) == 0 && WORD.compareAndSet(WORDS, stripe, word, word | 1)) {
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
        if (deadline == 0) {
          deadline = now + PATIENCE_NANOS;
        } else if (now - deadline > 0) {
          return -1;
        }
      }
    }
  }

  /** Unlocks and counts the event; its sequence number is {@code (int) (word >>> 1)}. */
  @ForceInline
  static void unlock(int stripe, long word) {
    WORD.setRelease(WORDS, stripe, word + 2);
  }

  /** Unlocks without an event: the access did not take place. */
  static void abandon(int stripe, long word) {
    WORD.setRelease(WORDS, stripe, word);
  }
}
