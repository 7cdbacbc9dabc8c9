package dev.sooth.trace;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Some of the ids of a table, numbered 0, 1, 2, … in their order. What is kept by id then takes no
 * room for the others, of which there may be a hundred times as many.
 */
final class DenseIds {
  private static final int NONE = -1;

  private final long[] chosen; // bits
  private final int[] before; // by word: how many are chosen in the words before it
  private final int[] ids; // by number

  private DenseIds(long[] chosen, int[] before, int[] ids) {
    this.chosen = chosen;
    this.before = before;
    this.ids = ids;
  }

  /**
   * Those below the end that are chosen.
   *
   * @param mayHaveSome of the first of 64 ids: whether one of them can be chosen
   */
  static DenseIds of(int end, IntPredicate mayHaveSome, IntPredicate isChosen) {
    int words = (int) ((end + Long.SIZE - 1L) / Long.SIZE);
    long[] bits = new long[words];
    int[] before = new int[words];
    int[] ids = new int[16];
    int count = 0;
    for (int word = 0; word < words; word++) {
      before[word] = count;
      boolean some = mayHaveSome.test(word * Long.SIZE);
      for (int bit = 0; bit < Long.SIZE && some; bit++) {
        int id = word * Long.SIZE + bit;
        if (id >= 0 && id < end && isChosen.test(id)) {
          bits[word] |= 1L << bit;
          if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
          }
          ids[count++] = id;
        }
      }
    }
    return new DenseIds(bits, before, Arrays.copyOf(ids, count));
  }

  int size() {
    return ids.length;
  }

  /** The id of this number. */
  int id(int number) {
    return ids[number];
  }

  /** The number of this id, or -1. */
  int number(int id) {
    int word = id >> 6;
    if (word >= chosen.length || (chosen[word] & 1L << id) == 0) {
      return NONE;
    }
    return before[word] + Long.bitCount(chosen[word] & ((1L << id) - 1));
  }

  /** The names behind the numbers. */
  NameList names(NameList all) {
    return new NameList() {
      @Override
      public int size() {
        return ids.length;
      }

      @Override
      public int count() {
        return ids.length;
      }

      @Override
      public String get(int number) {
        return all.get(ids[number]);
      }

      @Override
      public int intern(String name) {
        throw new UnsupportedOperationException("names of a part of a table");
      }
    };
  }
}
