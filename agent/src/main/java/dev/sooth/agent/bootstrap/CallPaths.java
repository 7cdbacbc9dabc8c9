package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * Numbers of call paths: a path is the place of a call and the path that led to it. Each path is
 * stored once, so that an event can carry its stack as one number, and a call costs one lookup in a
 * small cache of its thread.
 */
public final class CallPaths {
  /** A thread that was called from nowhere. */
  public static final int ROOT = 0;

  private static final int MOST = 1 << 22;
  private static final int DEEPEST = 200; // calls below keep the path they have: recursion
  private static final int CACHE = 1 << 8;

  private static final Object LOCK = new Object();
  private static int[] parents = new int[1024]; // guarded by LOCK
  private static int[] sites = new int[1024]; // guarded by LOCK
  private static short[] depths = new short[1024]; // guarded by LOCK
  private static int[] table = new int[4096]; // guarded by LOCK; 0 for free
  private static int size = 1; // guarded by LOCK

  private CallPaths() {}

  /** The calls of one thread that have not returned. */
  static final class Stack {
    private final long[] keys = new long[CACHE];
    private final int[] values = new int[CACHE];
    private int[] outer = new int[128]; // path and site of the callers
    private int depth;

    /** The path to the method that runs. */
    int path;

    /** Where that method last called something. */
    int site;

    void entered() {
      if (depth == outer.length) {
        outer = Arrays.copyOf(outer, 2 * depth);
      }
      outer[depth] = path;
      outer[depth + 1] = site;
      depth += 2;
      if (site != 0) {
        path = child(path, site);
      }
      site = 0;
    }

    void left() {
      if (depth > 0) {
        depth -= 2;
        path = outer[depth];
        site = outer[depth + 1];
      }
    }

    /** The path that ends with this place of the method that runs; 0 when there are too many. */
    int place(int last) {
      long key = ~((long) path << 32 | last);
      int slot = hash(key) & CACHE - 1;
      if (keys[slot] != key) {
        values[slot] = find(path, last, Integer.MAX_VALUE, ROOT);
        keys[slot] = key;
      }
      return values[slot];
    }

    private int child(int parent, int place) {
      long key = (long) parent << 32 | place;
      int slot = hash(key) & CACHE - 1;
      if (keys[slot] != key) {
        values[slot] = find(parent, place, DEEPEST, parent);
        keys[slot] = key;
      }
      return values[slot];
    }
  }

  private static int hash(long key) {
    long h = key * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 32);
  }

  /** The number of a path, or {@code other} if it is too deep or there are too many. */
  private static int find(int parent, int site, int deepest, int other) {
    synchronized (LOCK) {
      if (depths[parent] >= deepest || size == MOST) {
        return other;
      }
      long key = (long) parent << 32 | site;
      int slot = hash(key) & table.length - 1;
      while (table[slot] != 0) {
        int path = table[slot];
        if (parents[path] == parent && sites[path] == site) {
          return path;
        }
        slot = slot + 1 & table.length - 1;
      }
      if (size == parents.length) {
        parents = Arrays.copyOf(parents, 2 * size);
        sites = Arrays.copyOf(sites, 2 * size);
        depths = Arrays.copyOf(depths, 2 * size);
      }
      parents[size] = parent;
      sites[size] = site;
      depths[size] = (short) (depths[parent] + 1);
      table[slot] = size++;
      if (2 * size > table.length) {
        rehash();
      }
      return size - 1;
    }
  }

  private static void rehash() {
    int[] fresh = new int[2 * table.length];
    for (int path = 1; path < size; path++) {
      int slot = hash((long) parents[path] << 32 | sites[path]) & fresh.length - 1;
      while (fresh[slot] != 0) {
        slot = slot + 1 & fresh.length - 1;
      }
      fresh[slot] = path;
    }
    table = fresh;
  }

  /** Whether paths are kept; else places are sites. */
  public static boolean areKept() {
    return Hooks.withStacks;
  }

  /** The path from which this one was called. */
  public static int parent(int path) {
    synchronized (LOCK) {
      return parents[path];
    }
  }

  /** The place of the last call of this path. */
  public static int site(int path) {
    synchronized (LOCK) {
      return sites[path];
    }
  }
}
