package dev.sooth.agent.bootstrap;

import jdk.internal.misc.Unsafe;

/**
 * The words of {@link Chunk}s that were read, to be filled again: as garbage they would make the
 * program's heap grow to many times what the program needs. What stands in them is of no interest.
 *
 * <p>Each place is emptied and filled by one atomic step; nobody waits.
 */
final class Spares {
  // Not by a VarHandle: a thread may come here in the middle of anything.
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long[][] PLACES = new long[128][];
  private static final long BASE = ofArrays("ARRAY_OBJECT_BASE_OFFSET");
  private static final long SCALE = ofArrays("ARRAY_OBJECT_INDEX_SCALE");

  private Spares() {}

  /** By reflection, because it is an int in older JDKs and a long in newer ones. */
  private static long ofArrays(String constant) {
    try {
      return Unsafe.class.getField(constant).getLong(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Words of the largest chunk, or null if there are none. */
  static long[] take() {
    for (int i = 0; i < PLACES.length; i++) {
      if (PLACES[i] != null) {
        Object taken = UNSAFE.getAndSetReference(PLACES, BASE + i * SCALE, null);
        if (taken != null) {
          return (long[]) taken;
        }
      }
    }
    return null;
  }

  /** Keeps these words, if there is room. */
  static void put(long[] words) {
    for (int i = 0; i < PLACES.length; i++) {
      if (PLACES[i] == null
          && UNSAFE.compareAndSetReference(PLACES, BASE + i * SCALE, null, words)) {
        return;
      }
    }
  }
}
