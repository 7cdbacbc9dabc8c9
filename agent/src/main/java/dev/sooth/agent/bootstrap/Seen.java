package dev.sooth.agent.bootstrap;

/**
 * The plain accesses that a thread has logged lately, each with what was known of its stripe then
 * and with its region, see {@link Repeats}. A later one may take the place of an earlier one, which
 * costs an entry in the log that need not be. It grows while that happens within one region.
 */
final class Seen {
  private static final int FIELDS = 3; // key, what and version, region
  private static final int FIRST = 64;

  /** A thread's table takes at most a hundredth of the heap. */
  private static final long MOST =
      Math.min(1 << 16, Runtime.getRuntime().maxMemory() / (100 * FIELDS * Long.BYTES));

  private long[] table = new long[FIELDS * FIRST];
  private int mask = FIRST - 1;
  private int lost; // of the current region, in this table

  /** Whether it should grow; not done when it is noticed, since a stripe is locked then. */
  boolean isCrowded() {
    return lost > mask >> 1;
  }

  boolean contains(long key, long what, long region) {
    int at = at(key, what);
    return table[at] == key && table[at + 1] == what && table[at + 2] == region;
  }

  void add(long key, long what, long region) {
    int at = at(key, what);
    if (table[at + 2] == region && table[at] != key) {
      lost++;
    }
    table[at] = key;
    table[at + 1] = what;
    table[at + 2] = region;
  }

  /** What was lost in the last region does not matter to the next. */
  void startRegion() {
    lost = 0;
  }

  void grow() {
    lost = 0;
    int size = mask + 1;
    if (4L * size <= MOST) {
      try {
        table = new long[FIELDS * 4 * size];
        mask = 4 * size - 1;
      } catch (OutOfMemoryError e) {
        lost = Integer.MIN_VALUE; // not again
      }
    }
  }

  /** Neighbouring elements stand side by side; another operation or site elsewhere. */
  private int at(long key, long what) {
    long block = ((key >>> 3) + (what >>> 32)) * Op.SCATTER;
    return FIELDS * ((((int) (block >>> 40) << 3) & mask) | ((int) key & 7));
  }
}
