package dev.sooth.trace;

import java.util.Arrays;

/** Ids 0, 1, 2, … of pairs of an int and a long, in order of first use; four arrays. */
public final class PairIds {
  private int[] first = new int[64];
  private long[] second = new long[64];
  private int[] slots = new int[128]; // id + 1, 0 is free; length is a power of two
  private int size;

  /** How many pairs have been seen. */
  public int size() {
    return size;
  }

  public int first(int id) {
    return first[id];
  }

  public long second(int id) {
    return second[id];
  }

  /** The id of this pair, -1 if it has not been seen. */
  public int find(int a, long b) {
    return slots[slot(a, b)] - 1;
  }

  /** The id of this pair, a new one if it has not been seen. */
  public int intern(int a, long b) {
    int slot = slot(a, b);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if (size == first.length) {
      first = Arrays.copyOf(first, 2 * size);
      second = Arrays.copyOf(second, 2 * size);
    }
    first[size] = a;
    second[size] = b;
    slots[slot] = ++size;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  /** Where this pair is, or would be. */
  private int slot(int a, long b) {
    int mask = slots.length - 1;
    int slot = spread(a, b) & mask;
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (second[entry - 1] == b && first[entry - 1] == a) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void rehash() {
    int[] bigger = new int[2 * slots.length];
    int mask = bigger.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = spread(first[id], second[id]) & mask;
      while (bigger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      bigger[slot] = id + 1;
    }
    slots = bigger;
  }

  private static int spread(int a, long b) {
    long mixed = (b ^ (long) a << 40) * 0x9E3779B97F4A7C15L + a;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 32);
  }
}
