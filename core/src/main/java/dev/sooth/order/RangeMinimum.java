package dev.sooth.order;

/**
 * Minima of ranges of a fixed array. A tree of minima with sixteen children a node: a fifteenth of
 * the array as extra space, and a query looks at no more than thirty items a level, all in one or
 * two cache lines. A sparse table would answer in constant time, and take log n times the array.
 */
public final class RangeMinimum {
  private static final int BITS = 4;
  private static final int FAN = 1 << BITS;

  private final int[][] levels; // level 0 is the array

  /** Minima over this array, which is kept and must not change. */
  public RangeMinimum(int[] values) {
    int depth = 1;
    for (int n = values.length; n > FAN; n = (n + FAN - 1) >>> BITS) {
      depth++;
    }
    levels = new int[depth][];
    levels[0] = values;
    for (int d = 1; d < depth; d++) {
      int[] below = levels[d - 1];
      int[] level = new int[(below.length + FAN - 1) >>> BITS];
      for (int i = 0; i < level.length; i++) {
        level[i] = scan(below, i << BITS, Math.min(below.length, (i + 1) << BITS));
      }
      levels[d] = level;
    }
  }

  /** The least value at {@code from <= i < to}, or {@code Integer.MAX_VALUE} if there is none. */
  public int min(int from, int to) {
    int least = Integer.MAX_VALUE;
    int lo = from;
    int hi = to;
    for (int d = 0; lo < hi; d++) {
      int[] level = levels[d];
      int loEnd = (lo + FAN - 1) & -FAN;
      int hiStart = hi & -FAN;
      if (loEnd >= hiStart || d + 1 == levels.length) {
        return Math.min(least, scan(level, lo, hi));
      }
      least = Math.min(least, scan(level, lo, loEnd));
      least = Math.min(least, scan(level, hiStart, hi));
      lo = loEnd >>> BITS;
      hi = hiStart >>> BITS;
    }
    return least;
  }

  private static int scan(int[] values, int from, int to) {
    int least = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      least = Math.min(least, values[i]);
    }
    return least;
  }
}
