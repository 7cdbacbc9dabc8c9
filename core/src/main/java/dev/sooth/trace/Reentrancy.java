package dev.sooth.trace;

import java.util.Arrays;

/**
 * Flattens re-entrant locking: of nested acquires of one lock by its holder only the outermost is
 * an event of the analysis, and so is only the release that matches it. The state is one depth a
 * lock, since only the holder can nest, so it works on a stream.
 */
final class Reentrancy {
  private int[] depth = new int[64];

  /**
   * The kinds with nested acquires and releases replaced by NOP; the same array if there are none.
   */
  static byte[] flatten(byte[] kinds, int[] targets, int size) {
    Reentrancy state = new Reentrancy();
    byte[] flat = kinds;
    for (int i = 0; i < size; i++) {
      if (state.isNested(kinds[i], targets[i])) {
        if (flat == kinds) {
          flat = Arrays.copyOf(kinds, size);
        }
        flat[i] = Kind.NOP;
      }
    }
    return flat;
  }

  /** These ids are those of other locks from now on. */
  void forget(IdRanges locks) {
    for (int range = 0; range < locks.count(); range++) {
      int to = Math.min(depth.length, locks.to(range));
      for (int lock = locks.from(range); lock < to; lock++) {
        depth[lock] = 0;
      }
    }
  }

  /** Takes the next event of a well-formed trace; true if it is a nested lock operation. */
  boolean isNested(byte kind, int lock) {
    if (kind == Kind.ACQUIRE) {
      if (lock >= depth.length) {
        depth = Arrays.copyOf(depth, Math.max(lock + 1, depth.length * 2));
      }
      return depth[lock]++ > 0;
    }
    return kind == Kind.RELEASE && --depth[lock] > 0;
  }
}
