package dev.sooth.trace;

import java.util.Arrays;

/**
 * The positions of the events that stayed of a long trace, in their order: two bytes each, and
 * where each stretch of 65,536 positions begins.
 */
final class Positions {
  private static final int BITS = 16;
  private static final int MASK = (1 << BITS) - 1;

  private char[] low = new char[64]; // by index: the position within its stretch
  private int[] stretch = new int[64]; // by stretch: the index of its first position; one more
  private int stretches;
  private int size;

  /** Appends a position, which is larger than the others. */
  void add(long position) {
    if (size == low.length) {
      resize((int) Math.min(Integer.MAX_VALUE - 16L, size * 5L / 4));
    }
    begin((int) (position >> BITS) + 1);
    low[size++] = (char) (position & MASK);
  }

  /** The first stretches begin no later than here. */
  private void begin(int count) {
    if (count >= stretch.length) {
      stretch = Arrays.copyOf(stretch, Math.max(count + 1, stretch.length * 2));
    }
    while (stretches < count) {
      stretch[stretches++] = size;
    }
  }

  /** Gives back what is not used; nothing is added afterwards. */
  Positions trim() {
    resize(size);
    stretch = Arrays.copyOf(stretch, stretches + 1);
    stretch[stretches] = size;
    return this;
  }

  private void resize(int capacity) {
    low = Arrays.copyOf(low, capacity);
  }

  /** The position with this index. */
  long position(int index) {
    int from = 0;
    int to = stretches; // the last stretch that begins no later than the index is before it
    while (to - from > 1) {
      int middle = (from + to) >>> 1;
      if (stretch[middle] <= index) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return ((long) from << BITS) + low[index];
  }

  /** The index of this position, or -1 if it is not there. */
  int index(long position) {
    long number = position >> BITS;
    if (position < 0 || number >= stretches) {
      return -1;
    }
    int found =
        Arrays.binarySearch(
            low, stretch[(int) number], stretch[(int) number + 1], (char) (position & MASK));
    return Math.max(-1, found);
  }
}
