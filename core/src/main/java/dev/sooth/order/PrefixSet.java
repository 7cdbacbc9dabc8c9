package dev.sooth.order;

import java.util.Arrays;

/**
 * A prefix of each thread that grows, from one of {@link PrefixVectors} on, and can become another
 * one. It is an array, so that each count is at hand, and knows what has changed: to begin with
 * another vector, to add one, and to keep the result cost what differs, not the number of threads.
 * What is kept shares its nodes with the vector that it grew from, and with the last one that was
 * added.
 */
public final class PrefixSet {
  private final PrefixVectors vectors;
  private final int[] counts;
  private int base = PrefixVectors.ZERO;
  private int added = PrefixVectors.ZERO; // the last vector that was added to it
  private int[] changed = new int[16]; // threads whose counts are above those of the base
  private int changes;
  private final int[][] changedIn; // by level and node of the level: the epoch of a change in it
  private int epoch = 1;
  private final int[][] items; // by level: of the node that is made

  /** The empty set. */
  public PrefixSet(PrefixVectors vectors) {
    this.vectors = vectors;
    counts = new int[vectors.width];
    int levels = vectors.top / vectors.bits + 1;
    changedIn = new int[levels][];
    items = new int[levels][vectors.nodeSize];
    for (int level = 0; level < levels; level++) {
      changedIn[level] = new int[(counts.length >>> ((level + 1) * vectors.bits)) + 1];
    }
  }

  /** By thread: how many of its events are in the set. Not to be written to. */
  public int[] counts() {
    return counts;
  }

  /** How many events of this thread are in the set. */
  public int get(int thread) {
    return counts[thread];
  }

  /** How often a count was raised since {@link #load}. */
  public int changes() {
    return changes;
  }

  /** The thread whose count was raised then. */
  public int changed(int change) {
    return changed[change];
  }

  /** Adds the first events of a thread. */
  public void raise(int thread, int count) {
    if (count <= counts[thread]) {
      return;
    }
    counts[thread] = count;
    if (changes == changed.length) {
      changed = Arrays.copyOf(changed, 2 * changes);
    }
    changed[changes++] = thread;
    int index = thread;
    for (int level = 0; level < changedIn.length; level++) {
      index >>>= vectors.bits;
      if (changedIn[level][index] == epoch) {
        return; // and so are those above
      }
      changedIn[level][index] = epoch;
    }
  }

  private void forgetChanges() {
    changes = 0;
    if (++epoch == 0) { // after 2^32 vectors an old change could be taken for a new one
      for (int[] ofLevel : changedIn) {
        Arrays.fill(ofLevel, 0);
      }
      epoch = 1;
    }
  }

  /** Becomes this vector. */
  public void load(int vector) {
    if (vectors.top == 0) {
      System.arraycopy(vectors.page(vector), vectors.offset(vector), counts, 0, counts.length);
    } else {
      for (int k = 0; k < changes; k++) {
        counts[changed[k]] = vectors.get(base, changed[k]);
      }
      load(vectors.top, base, vector, 0);
    }
    forgetChanges();
    base = vector;
    added = PrefixVectors.ZERO;
  }

  private void load(int shift, int from, int to, int first) {
    if (from == to) {
      return;
    }
    int[] page = vectors.page(to);
    int at = vectors.offset(to);
    if (shift == 0) {
      System.arraycopy(page, at, counts, first, size(first));
      return;
    }
    int[] old = vectors.page(from);
    int oldAt = vectors.offset(from);
    for (int k = 0; k < vectors.nodeSize; k++) {
      load(shift - vectors.bits, old[oldAt + k], page[at + k], first + (k << shift));
    }
  }

  /** How many counts the leaf has that begins with this thread. */
  private int size(int first) {
    return Math.min(vectors.nodeSize, counts.length - first);
  }

  /** Adds all that is in this vector. */
  public void add(int vector) {
    if (vector != PrefixVectors.ZERO) {
      added = vector;
      add(vectors.top, base, vector, 0);
    }
  }

  /** The counts are nowhere below the base, so what that shares with the vector is there. */
  private void add(int shift, int ofBase, int node, int first) {
    if (node == ofBase || node == PrefixVectors.ZERO) {
      return;
    }
    int[] page = vectors.page(node);
    int at = vectors.offset(node);
    if (shift == 0) {
      int size = size(first);
      for (int k = 0; k < size; k++) {
        raise(first + k, page[at + k]);
      }
      return;
    }
    int[] old = vectors.page(ofBase);
    int oldAt = vectors.offset(ofBase);
    for (int k = 0; k < vectors.nodeSize; k++) {
      add(shift - vectors.bits, old[oldAt + k], page[at + k], first + (k << shift));
    }
  }

  /**
   * Keeps the set as it is, but for one thread, of which nothing is kept that was not in the vector
   * before: what a thread needs of itself is clear. Later changes are changes of the vector that is
   * returned.
   */
  public int saveWithout(int thread) {
    int own = counts[thread];
    counts[thread] = vectors.get(base, thread);
    base = saved(vectors.top, base, added, 0);
    forgetChanges();
    raise(thread, own);
    return base;
  }

  private int saved(int shift, int ofBase, int ofAdded, int first) {
    int level = shift / vectors.bits;
    if (changedIn[level][first >>> (shift + vectors.bits)] != epoch) {
      return ofBase;
    }
    int[] node = items[level];
    if (shift == 0) {
      System.arraycopy(counts, first, node, 0, size(first));
    } else {
      int[] old = vectors.page(ofBase);
      int oldAt = vectors.offset(ofBase);
      int[] other = vectors.page(ofAdded);
      int otherAt = vectors.offset(ofAdded);
      for (int k = 0; k < node.length; k++) {
        int start = first + (k << shift);
        node[k] =
            start < counts.length
                ? saved(shift - vectors.bits, old[oldAt + k], other[otherAt + k], start)
                : PrefixVectors.ZERO;
      }
    }
    if (isEqual(node, ofBase)) {
      return ofBase;
    }
    return isEqual(node, ofAdded) ? ofAdded : copy(node);
  }

  private boolean isEqual(int[] items, int node) {
    int at = vectors.offset(node);
    return Arrays.equals(items, 0, items.length, vectors.page(node), at, at + items.length);
  }

  private int copy(int[] items) {
    int node = vectors.newNode();
    System.arraycopy(items, 0, vectors.page(node), vectors.offset(node), items.length);
    return node;
  }
}
