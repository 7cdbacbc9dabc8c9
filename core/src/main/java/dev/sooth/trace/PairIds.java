package dev.sooth.trace;

import java.util.Arrays;

/**
 * Ids 0, 1, 2, … of pairs of an int and a long, in order of first use; four arrays. The id of a
 * pair that was removed is that of the next new one.
 */
public final class PairIds {
  private static final long FREE = Long.MIN_VALUE; // in the place of a second number
  private static final int NONE = -1;

  private int[] first = new int[64];
  private long[] second = new long[64];
  private int[] slots = new int[128]; // id + 1, 0 is free; length is a power of two
  private int size;
  private int lastFree = NONE; // the first of a list that goes on in the place of the first number
  private int freeCount;

  /** How many pairs there are. */
  public int count() {
    return size - freeCount;
  }

  /** Whether the pair with this id was removed. */
  public boolean isFree(int id) {
    return second[id] == FREE;
  }

  /** Ids are below this number. */
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
    if (lastFree != NONE) {
      int id = lastFree;
      lastFree = first[id];
      freeCount--;
      first[id] = a;
      second[id] = b;
      slots[slot] = id + 1;
      return id;
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

  /** Forgets a pair, which must be there. */
  public void remove(int id) {
    int mask = slots.length - 1;
    int hole = slot(first[id], second[id]);
    // What stands behind it moves up, unless its own place lies behind the hole.
    for (int next = (hole + 1) & mask; slots[next] != 0; next = (next + 1) & mask) {
      int other = slots[next] - 1;
      int home = spread(first[other], second[other]) & mask;
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        slots[hole] = slots[next];
        hole = next;
      }
    }
    slots[hole] = 0;
    first[id] = lastFree;
    second[id] = FREE;
    lastFree = id;
    freeCount++;
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
      if (isFree(id)) {
        continue;
      }
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
