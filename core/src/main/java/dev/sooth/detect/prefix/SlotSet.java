package dev.sooth.detect.prefix;

import java.util.Arrays;

/** A set of slots of a {@link GuessTable}, few words of which are not empty. */
final class SlotSet {
  private int[] words = new int[2];
  private long[] bits = new long[2];
  private int size;

  void add(int slot) {
    int word = slot >>> 6;
    int at = Arrays.binarySearch(words, 0, size, word);
    if (at < 0) {
      at = -at - 1;
      if (size == words.length) {
        words = Arrays.copyOf(words, 2 * size);
        bits = Arrays.copyOf(bits, 2 * size);
      }
      System.arraycopy(words, at, words, at + 1, size - at);
      System.arraycopy(bits, at, bits, at + 1, size - at);
      words[at] = word;
      bits[at] = 0;
      size++;
    }
    bits[at] |= 1L << slot;
  }

  void remove(int slot) {
    int at = Arrays.binarySearch(words, 0, size, slot >>> 6);
    if (at < 0) {
      return;
    }
    bits[at] &= ~(1L << slot);
    if (bits[at] == 0) {
      System.arraycopy(words, at + 1, words, at, size - at - 1);
      System.arraycopy(bits, at + 1, bits, at, size - at - 1);
      size--;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Appends the slots that are not in a column of the table. */
  int listWithout(long[] column, int[] slots) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      long left = bits[i] & ~column[words[i]];
      for (; left != 0; left &= left - 1) {
        slots[count++] = (words[i] << 6) + Long.numberOfTrailingZeros(left);
      }
    }
    return count;
  }
}
