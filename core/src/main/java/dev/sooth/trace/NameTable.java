package dev.sooth.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names as ids 0, 1, 2, … in order of first use. Names are kept as UTF-8 in one pool, so that a
 * million names are four arrays and not a million objects, and a reader can intern the bytes of its
 * buffer without making a string.
 *
 * <p>Each name has a 64-bit key. A name of up to seven bytes <em>is</em> its key, so most look-ups
 * compare one number and never touch the pool; for a longer name the key is a hash and the bytes
 * are compared too.
 */
public final class NameTable implements NameList {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int LONGEST_KEY_NAME = 7;
  private static final long LONG_NAME = 0xFFL << 56; // no short name has this length

  private byte[] pool = new byte[1024];
  private int[] start = new int[65]; // name i is pool[start[i] .. start[i + 1])
  private long[] keys = new long[64]; // of name i
  private int[] slots = new int[128]; // id + 1, 0 is free; length is a power of two
  private int size;
  private int indexed; // names that stand in slots: the first ones
  private long[] wanted = {}; // keys of the names that internAll() is asked for

  /** How many names there are; ids are 0 to size - 1. */
  @Override
  public int size() {
    return size;
  }

  @Override
  public int count() {
    return size;
  }

  @Override
  public int intern(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return intern(bytes, 0, bytes.length);
  }

  /** Adds a name that is known to be new; faster than {@link #intern} while nobody looks it up. */
  public int append(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return append(bytes, 0, bytes.length);
  }

  /** Adds the name that stands in these bytes and is known to be new. */
  public int append(byte[] bytes, int from, int to) {
    add(bytes, from, to);
    return size - 1;
  }

  /** The id of the name that stands in these bytes, a new one if it has not been seen. */
  public int intern(byte[] bytes, int from, int to) {
    indexAppended();
    long key = key(bytes, from, to);
    int mask = slots.length - 1;
    int slot = spread(key) & mask;
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (keys[entry - 1] == key && (isExact(key) || equals(entry - 1, bytes, from, to))) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    add(bytes, from, to);
    keys[size - 1] = key;
    slots[slot] = size;
    indexed = size;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  /**
   * Interns several names that stand in one array, name i at {@code from[i] <= j < to[i]}, and
   * gives their ids. The same as one after the other, but in a large table faster: the accesses to
   * memory of different names do not wait for each other.
   */
  public void internAll(byte[] bytes, int[] from, int[] to, int count, int[] ids) {
    indexAppended();
    if (wanted.length < count) {
      wanted = new long[count];
    }
    int mask = slots.length - 1;
    for (int i = 0; i < count; i++) {
      long key = key(bytes, from[i], to[i]);
      wanted[i] = key;
      ids[i] = slots[spread(key) & mask] - 1;
    }
    for (int i = 0; i < count; i++) {
      int id = ids[i];
      long key = wanted[i];
      boolean found =
          id >= 0 && keys[id] == key && (isExact(key) || equals(id, bytes, from[i], to[i]));
      if (!found) { // in another slot, or new
        ids[i] = intern(bytes, from[i], to[i]);
      }
    }
  }

  /** The id of this name, or -1. */
  public int find(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return find(bytes, 0, bytes.length);
  }

  /** The id of the name that stands in these bytes, or -1. */
  public int find(byte[] bytes, int from, int to) {
    indexAppended();
    long key = key(bytes, from, to);
    int mask = slots.length - 1;
    for (int slot = spread(key) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int id = slots[slot] - 1;
      if (keys[id] == key && (isExact(key) || equals(id, bytes, from, to))) {
        return id;
      }
    }
    return -1;
  }

  @Override
  public String get(int id) {
    check(id);
    return new String(pool, start[id], start[id + 1] - start[id], StandardCharsets.UTF_8);
  }

  /** The length of this name in UTF-8. */
  public int length(int id) {
    check(id);
    return start[id + 1] - start[id];
  }

  /** Copies the UTF-8 bytes of this name; there must be room for {@link #length} bytes. */
  public void copy(int id, byte[] target, int at) {
    System.arraycopy(pool, start[id], target, at, length(id));
  }

  /** Bytes held, for memory accounting. */
  public long bytes() {
    return pool.length + 4L * (start.length + slots.length) + 8L * keys.length;
  }

  private void check(int id) {
    if (id < 0 || id >= size) {
      throw new IndexOutOfBoundsException("name " + id + " of " + size);
    }
  }

  private void add(byte[] bytes, int from, int to) {
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
      start = Arrays.copyOf(start, keys.length * 2 + 1);
      keys = Arrays.copyOf(keys, keys.length * 2);
    }
    System.arraycopy(bytes, from, pool, end, length);
    start[size + 1] = end + length;
    size++;
  }

  private void indexAppended() {
    if (indexed == size) {
      return;
    }
    for (int id = indexed; id < size; id++) {
      keys[id] = key(pool, start[id], start[id + 1]);
    }
    indexed = size;
    rehash();
  }

  private void rehash() {
    int length = slots.length;
    while (size * 2 > length) {
      length *= 2;
    }
    int[] bigger = new int[length];
    int mask = bigger.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = spread(keys[id]) & mask;
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

  private static boolean isExact(long key) {
    return (key & LONG_NAME) != LONG_NAME;
  }

  private static long key(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length > LONGEST_KEY_NAME) {
      return hash(bytes, from, to) | LONG_NAME;
    }
    if (from + Long.BYTES <= bytes.length) {
      long word = (long) WORD.get(bytes, from);
      return (word & ((1L << (8 * length)) - 1)) | ((long) length << 56);
    }
    long key = (long) length << 56;
    for (int i = 0; i < length; i++) {
      key |= (bytes[from + i] & 0xFFL) << (8 * i);
    }
    return key;
  }

  /** A hash of at least eight bytes: whole words, then the last eight bytes once more. */
  private static long hash(byte[] bytes, int from, int to) {
    long hash = (long) to - from;
    int last = to - Long.BYTES;
    for (int i = from; i < last; i += Long.BYTES) {
      hash = mix(hash ^ (long) WORD.get(bytes, i));
    }
    return mix(hash ^ (long) WORD.get(bytes, last));
  }

  private static long mix(long value) {
    long product = value * 0x9E3779B97F4A7C15L;
    return product ^ (product >>> 32);
  }

  /** Names differ in a few characters somewhere in the key: let each of them reach the low bits. */
  private static int spread(long key) {
    long mixed = mix(key) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 32);
  }
}
