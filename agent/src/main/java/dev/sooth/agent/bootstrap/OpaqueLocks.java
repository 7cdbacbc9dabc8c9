package dev.sooth.agent.bootstrap;

/**
 * The locks of the program under which something has been done of which it is not known what state
 * it accessed, see {@link Hooks#opaqueCall}: from then on all critical sections on them keep their
 * order. A table of keys that only grows, read without a lock: it is added to while the lock in
 * question is held, so whoever takes that lock later sees it.
 */
final class OpaqueLocks {
  private static final int MOST = 1 << 20;

  private static volatile long[] table = new long[256]; // 0 for free
  private static int size; // guarded by the class

  private OpaqueLocks() {}

  static boolean contains(long lock) {
    if (size >= MOST) {
      return true; // too many to tell apart
    }
    long[] all = table;
    int at = slot(lock, all.length);
    while (all[at] != 0) {
      if (all[at] == lock) {
        return true;
      }
      at = (at + 1) & (all.length - 1);
    }
    return false;
  }

  /** Adds a lock; true if it is new. */
  static synchronized boolean add(long lock) {
    if (size >= MOST || contains(lock)) {
      return false;
    }
    long[] all = table;
    if (2 * size >= all.length) {
      long[] larger = new long[2 * all.length];
      for (long known : all) {
        if (known != 0) {
          put(larger, known);
        }
      }
      all = larger;
    }
    put(all, lock);
    size++;
    table = all;
    return true;
  }

  private static void put(long[] all, long lock) {
    int at = slot(lock, all.length);
    while (all[at] != 0) {
      at = (at + 1) & (all.length - 1);
    }
    all[at] = lock;
  }

  private static int slot(long lock, int length) {
    return (int) ((lock * 0x9E3779B97F4A7C15L) >>> 40) & (length - 1);
  }
}
