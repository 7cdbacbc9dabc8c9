package dev.sooth.agent.bootstrap;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the cells of arrays and of the JDK's objects take, which are found through a
 * table. Those of the program's own objects are not counted: they come and go with the objects, a
 * few words for each field.
 */
public final class ShadowMemory {
  private static final AtomicLong TAKEN = new AtomicLong();
  private static volatile long limit = Long.MAX_VALUE;

  private ShadowMemory() {}

  /** Sets how much there may be. */
  public static void limit(long bytes) {
    limit = bytes;
  }

  /** How much there is. */
  public static long taken() {
    return TAKEN.get();
  }

  static boolean take(long bytes) {
    if (TAKEN.get() + bytes > limit) {
      return false;
    }
    TAKEN.addAndGet(bytes);
    return true;
  }

  static void give(long bytes) {
    TAKEN.addAndGet(-bytes);
  }
}
