package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * The locks that a thread holds, and how the critical sections on them stand to others. Only the
 * thread itself touches it. The part of its log that is about locks, apart from it for length only.
 */
abstract class HeldLocks {
  // Locks held, outermost acquisitions only, with their depth.
  private long[] heldKeys = new long[8];
  private int[] heldDepths = new int[8];
  private byte[] heldPlaces = new byte[8]; // AFTER and its like
  private int held;

  /** How many of the critical sections are not opaque. */
  int reorderable;

  /** Whether later critical sections come after the one that was left last. */
  boolean wasBefore;

  // How a critical section stands to the others on its lock whose places are kept: it comes after
  // the earlier ones; the later ones come after it; both, because of OpaqueHooks.opaqueCall.
  private static final int AFTER = 1;
  private static final int BEFORE = 2;
  private static final int OPAQUE = 4;

  /** Takes note of one more acquisition; true if it is the outermost. */
  boolean lockTaken(long lock) {
    for (int i = held - 1; i >= 0; i--) {
      if (heldKeys[i] == lock) {
        heldDepths[i]++;
        return false;
      }
    }
    if (held == heldKeys.length) {
      heldKeys = Arrays.copyOf(heldKeys, held * 2);
      heldDepths = Arrays.copyOf(heldDepths, held * 2);
      heldPlaces = Arrays.copyOf(heldPlaces, held * 2);
    }
    heldKeys[held] = lock;
    heldPlaces[held] = 0;
    heldDepths[held++] = 1;
    reorderable++;
    return true;
  }

  /** Takes note of a release; true if it is the one that matches the outermost acquisition. */
  boolean lockGiven(long lock) {
    int i = find(lock);
    if (i < 0 || --heldDepths[i] > 0) {
      return false;
    }
    remove(i);
    return true;
  }

  /** Gives the lock wholly, whatever the depth, as wait does; returns the depth, 0 if not held. */
  int lockGivenWholly(long lock) {
    int i = find(lock);
    if (i < 0) {
      return 0;
    }
    int depth = heldDepths[i];
    remove(i);
    return depth;
  }

  /** Undoes {@link #lockGivenWholly}. */
  void lockTakenBack(long lock, int depth) {
    lockTaken(lock);
    heldDepths[held - 1] = depth;
  }

  boolean holds(long lock) {
    return find(lock) >= 0;
  }

  private int find(long lock) {
    for (int i = held - 1; i >= 0; i--) {
      if (heldKeys[i] == lock) {
        return i;
      }
    }
    return -1;
  }

  int locksHeld() {
    return held;
  }

  long lockHeld(int i) {
    return heldKeys[i];
  }

  /** The critical section comes after others on its lock; true if that is new. */
  boolean comeAfter(long lock) {
    int i = find(lock);
    return i >= 0 && mark(i, AFTER);
  }

  /** Others on its lock will come after the critical section. */
  void comeBefore(long lock) {
    int i = find(lock);
    if (i >= 0) {
      mark(i, BEFORE);
    }
  }

  /** Both, for a section of which it is not known what state is accessed; true if that is new. */
  boolean becomeOpaque(int i) {
    if (!mark(i, OPAQUE)) {
      return false;
    }
    mark(i, BEFORE);
    reorderable--;
    return true;
  }

  private boolean mark(int i, int place) {
    boolean isNew = (heldPlaces[i] & place) == 0;
    heldPlaces[i] |= (byte) place;
    return isNew;
  }

  private void remove(int i) {
    wasBefore = (heldPlaces[i] & BEFORE) != 0;
    if ((heldPlaces[i] & OPAQUE) == 0) {
      reorderable--;
    }
    held--;
    System.arraycopy(heldPlaces, i + 1, heldPlaces, i, held - i);
    System.arraycopy(heldKeys, i + 1, heldKeys, i, held - i);
    System.arraycopy(heldDepths, i + 1, heldDepths, i, held - i);
  }
}
