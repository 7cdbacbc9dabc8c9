package dev.sooth.detect.osr;

import com.carrotsearch.hppc.LongIntHashMap;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sets of locks, each with a number, so that equal sets have equal numbers. Programs hold few
 * different sets at once, however many critical sections they have.
 */
final class LockSets {
  static final int EMPTY = 0;

  private final List<int[]> sets = new ArrayList<>(); // sorted
  private final Map<IntBuffer, Integer> numbers = new HashMap<>();
  private final LongIntHashMap additions = new LongIntHashMap(); // set and lock to set

  LockSets() {
    intern(new int[0]);
  }

  /** The number of this set with one more lock. */
  int with(int set, int lock) {
    long key = ((long) set << 32) | lock;
    int found = additions.getOrDefault(key, -1);
    if (found < 0) {
      int[] old = sets.get(set);
      int[] sum = Arrays.copyOf(old, old.length + 1);
      sum[old.length] = lock;
      Arrays.sort(sum);
      found = intern(sum);
      additions.put(key, found);
    }
    return found;
  }

  private int intern(int[] sorted) {
    Integer number = numbers.putIfAbsent(IntBuffer.wrap(sorted), sets.size());
    if (number != null) {
      return number;
    }
    sets.add(sorted);
    return sets.size() - 1;
  }

  /** Whether no lock is in both sets. */
  boolean disjoint(int a, int b) {
    if (a == EMPTY || b == EMPTY) {
      return true;
    }
    if (a == b) {
      return false;
    }
    int[] left = sets.get(a);
    int[] right = sets.get(b);
    int i = 0;
    int j = 0;
    while (i < left.length && j < right.length) {
      if (left[i] == right[j]) {
        return false;
      }
      if (left[i] < right[j]) {
        i++;
      } else {
        j++;
      }
    }
    return true;
  }
}
