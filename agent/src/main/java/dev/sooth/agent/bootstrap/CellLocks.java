package dev.sooth.agent.bootstrap;

import jdk.internal.misc.Unsafe;

/**
 * Spin locks for the moment in which an object, or an array, gets cells or more of them: of two
 * threads that come at once, one would else work on cells that nobody finds. No monitors: a virtual
 * thread that waits for one may give up its carrier.
 */
final class CellLocks {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final int LOCKS = 256;
  private static final int APART = 16; // ints, so that each has a cache line of its own
  private static final int SPINS = 200;
  private static final int[] WORDS = new int[LOCKS * APART];
  static final long BASE = base();

  private CellLocks() {}

  /** Of an array of ints; by reflection, because it is an int in older JDKs, a long in newer. */
  private static long base() {
    try {
      return Unsafe.class.getField("ARRAY_INT_BASE_OFFSET").getLong(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Takes the lock of an object; returns what {@link #unlock} needs. Before that it makes sure that
   * there is stack for what is done under it: a lock that is not given back stops the program.
   */
  @SuppressWarnings("ThreadPriorityCheck") // the holder does not wait, but may have lost its core
  static long lock(Object object) {
    StackProbe.check();
    int at = (System.identityHashCode(object) & LOCKS - 1) * APART;
    long offset = BASE + 4L * at;
    for (int i = 0; !UNSAFE.compareAndSetInt(WORDS, offset, 0, 1); i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    return offset;
  }

  static void unlock(long offset) {
    UNSAFE.putIntRelease(WORDS, offset, 0);
  }
}
