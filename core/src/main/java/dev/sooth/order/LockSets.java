package dev.sooth.order;

import com.carrotsearch.hppc.LongIntHashMap;
import com.carrotsearch.hppc.ObjectIntHashMap;
import java.util.Arrays;

/**
 * Sets of locks as ids, equal sets the same id, with the results of the operations remembered: a
 * program holds few different sets, so nearly every operation is one look-up.
 *
 * <p>A set keeps at most {@link #MOST} locks: with one more it stays as it is. Each prefix of a
 * nest of locks is a set of its own, so that sets without bound take the square of the deepest
 * nest. What a set says to be held is held; who asks which locks two accesses share must take no
 * for unknown.
 */
public final class LockSets {
  /** The empty set. */
  public static final int NONE = 0;

  /** The set of all locks, the neutral element of the intersection. */
  public static final int ALL = -1;

  /** How many locks a set keeps. */
  static final int MOST = 64;

  private int[][] sets = new int[16][];
  private int count;
  private final ObjectIntHashMap<Key> ids = new ObjectIntHashMap<>();
  private final LongIntHashMap unions = new LongIntHashMap();
  private final LongIntHashMap differences = new LongIntHashMap();
  private final LongIntHashMap intersections = new LongIntHashMap();

  public LockSets() {
    id(new int[0]);
  }

  /** The set with this lock added, if there is room for it. */
  public int with(int set, int lock) {
    if (sets[set].length == MOST) {
      return set;
    }
    long key = (long) set << 32 | lock;
    int slot = unions.indexOf(key);
    if (slot >= 0) {
      return unions.indexGet(slot);
    }
    int[] locks = Arrays.copyOf(sets[set], sets[set].length + 1);
    locks[locks.length - 1] = lock;
    Arrays.sort(locks);
    int result = id(locks);
    unions.put(key, result);
    return result;
  }

  /** The set with this lock removed, if there was room for it. */
  public int without(int set, int lock) {
    long key = (long) set << 32 | lock;
    int slot = differences.indexOf(key);
    if (slot >= 0) {
      return differences.indexGet(slot);
    }
    if (Arrays.binarySearch(sets[set], lock) < 0) {
      return set;
    }
    int[] locks = new int[sets[set].length - 1];
    int n = 0;
    for (int other : sets[set]) {
      if (other != lock) {
        locks[n++] = other;
      }
    }
    int result = id(locks);
    differences.put(key, result);
    return result;
  }

  /** The locks that are in both sets. */
  public int intersection(int a, int b) {
    if (a == b || b == ALL) {
      return a;
    }
    if (a == ALL) {
      return b;
    }
    if (a == NONE || b == NONE) {
      return NONE;
    }
    long key = (long) Math.min(a, b) << 32 | Math.max(a, b);
    int slot = intersections.indexOf(key);
    if (slot >= 0) {
      return intersections.indexGet(slot);
    }
    int[] locks = new int[Math.min(sets[a].length, sets[b].length)];
    int n = 0;
    for (int lock : sets[a]) {
      if (Arrays.binarySearch(sets[b], lock) >= 0) {
        locks[n++] = lock;
      }
    }
    int result = id(Arrays.copyOf(locks, n));
    intersections.put(key, result);
    return result;
  }

  private int id(int[] locks) {
    Key key = new Key(locks);
    int slot = ids.indexOf(key);
    if (slot >= 0) {
      return ids.indexGet(slot);
    }
    if (count == sets.length) {
      sets = Arrays.copyOf(sets, count * 2);
    }
    sets[count] = locks;
    ids.put(key, count);
    return count++;
  }

  /** A sorted set, compared by its content. */
  private static final class Key {
    private final int[] locks;

    Key(int[] locks) {
      this.locks = locks;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && Arrays.equals(locks, key.locks);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(locks);
    }
  }
}
