package dev.sooth.agent.record;

import java.util.Arrays;

/**
 * Ids by key, see {@link dev.sooth.agent.bootstrap.Op}. Unlike a usual hash table it leaves
 * neighbours together: the elements of an array and the fields of an object differ in the lowest
 * bits of their keys, and programs touch them one after the other, so most look-ups find their
 * cache line loaded.
 */
public final class KeyIds {
  private static final int NEIGHBOURS = 16;
  private static final int GROUPS_TRIED = 8; // then slot by slot, which ends
  private static final int FIRST_SLOTS = 64 * NEIGHBOURS;
  private static final long FREE = -1; // no object has that number

  private long[] keys;
  private int[] ids;
  private int size;

  public KeyIds() {
    allocate(FIRST_SLOTS);
  }

  private void allocate(int slots) {
    keys = new long[slots];
    Arrays.fill(keys, FREE);
    ids = new int[slots];
  }

  /** Forgets all. What was needed is likely to be needed again, so the table shrinks slowly. */
  public void clear() {
    if (keys.length > FIRST_SLOTS && 8 * size < keys.length) {
      allocate(keys.length / 2);
    } else if (size > 0) {
      Arrays.fill(keys, FREE);
    }
    size = 0;
  }

  /** The id of this key, or -1. */
  public int get(long key) {
    int slot = slot(keys, key);
    return keys[slot] == key ? ids[slot] : -1;
  }

  /** Gives an id to a key that has none. */
  public void put(long key, int id) {
    if (2 * size >= keys.length) {
      grow();
    }
    size++;
    int slot = slot(keys, key);
    keys[slot] = key;
    ids[slot] = id;
  }

  private void grow() {
    long[] moreKeys = new long[2 * keys.length];
    int[] moreIds = new int[2 * keys.length];
    Arrays.fill(moreKeys, FREE);
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != FREE) {
        int slot = slot(moreKeys, keys[i]);
        moreKeys[slot] = keys[i];
        moreIds[slot] = ids[i];
      }
    }
    keys = moreKeys;
    ids = moreIds;
  }

  /** The slot of the key, or the free one where it would be. */
  private static int slot(long[] keys, long key) {
    int mask = keys.length - 1;
    long mixed = key / NEIGHBOURS * 0x9E3779B97F4A7C15L;
    // Locks all have the same lowest bits: they are spread over the places of their groups, too.
    int place = (int) (key ^ mixed >>> 60) & (NEIGHBOURS - 1);
    int slot = ((int) (mixed >>> 28) * NEIGHBOURS | place) & mask;
    for (int tries = 0; keys[slot] != key && keys[slot] != FREE; tries++) {
      slot = (slot + (tries < GROUPS_TRIED ? NEIGHBOURS : 1)) & mask;
    }
    return slot;
  }
}
