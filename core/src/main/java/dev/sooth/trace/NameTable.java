package dev.sooth.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names as ids 0, 1, 2, … in order of first use. Names are kept as UTF-8 in one pool, so that a
 * million names are three arrays and not a million objects, and a reader can intern the bytes of
 * its buffer without making a string.
 */
public final class NameTable {
  private byte[] pool = new byte[1024];
  private int[] start = new int[65]; // name i is pool[start[i] .. start[i + 1])
  private int[] hashes = new int[64];
  private int[] slots = new int[128]; // id + 1, 0 is free; length is a power of two
  private int size;

  /** How many names there are; ids are 0 to size - 1. */
  public int size() {
    return size;
  }

  /** The id of this name, a new one if it has not been seen. */
  public int intern(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return intern(bytes, 0, bytes.length);
  }

  /** The id of the name that stands in these bytes, a new one if it has not been seen. */
  public int intern(byte[] bytes, int from, int to) {
    int hash = hash(bytes, from, to);
    int mask = slots.length - 1;
    int slot = hash & mask;
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (hashes[entry - 1] == hash && equals(entry - 1, bytes, from, to)) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    return add(bytes, from, to, hash, slot);
  }

  /** The id of this name, or -1. */
  public int find(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int hash = hash(bytes, 0, bytes.length);
    int mask = slots.length - 1;
    for (int slot = hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int id = slots[slot] - 1;
      if (hashes[id] == hash && equals(id, bytes, 0, bytes.length)) {
        return id;
      }
    }
    return -1;
  }

  /** The name with this id. */
  public String get(int id) {
    if (id < 0 || id >= size) {
      throw new IndexOutOfBoundsException("name " + id + " of " + size);
    }
    return new String(pool, start[id], start[id + 1] - start[id], StandardCharsets.UTF_8);
  }

  /** Bytes held, for memory accounting. */
  public long bytes() {
    return pool.length + 4L * (start.length + hashes.length + slots.length);
  }

  private int add(byte[] bytes, int from, int to, int hash, int slot) {
    int length = to - from;
    int end = start[size];
    if (length > Integer.MAX_VALUE - 16 - end) {
      throw new TraceTooLargeException("the names of the trace take more than 2 GiB");
    }
    if (end + length > pool.length) {
      int wanted =
          (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(end + length, 2L * pool.length));
      pool = Arrays.copyOf(pool, wanted);
    }
    if (size + 2 > start.length) {
      start = Arrays.copyOf(start, hashes.length * 2 + 1);
      hashes = Arrays.copyOf(hashes, hashes.length * 2);
    }
    System.arraycopy(bytes, from, pool, end, length);
    start[size + 1] = end + length;
    hashes[size] = hash;
    slots[slot] = ++size;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    int[] bigger = new int[slots.length * 2];
    int mask = bigger.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hashes[id] & mask;
      while (bigger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      bigger[slot] = id + 1;
    }
    slots = bigger;
  }

  private boolean equals(int id, byte[] bytes, int from, int to) {
    return Arrays.equals(pool, start[id], start[id + 1], bytes, from, to);
  }

  private static int hash(byte[] bytes, int from, int to) {
    int h = 0;
    for (int i = from; i < to; i++) {
      h = 31 * h + bytes[i];
    }
    h *= 0x9E3779B9; // names differ in their last characters: spread them over the high bits
    return h ^ (h >>> 15);
  }
}
