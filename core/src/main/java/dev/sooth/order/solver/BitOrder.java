package dev.sooth.order.solver;

/**
 * A strict partial order on few nodes, transitively closed, as a matrix of bits. Adding an order
 * costs O(nodes² / 64) at worst.
 */
final class BitOrder {
  private final int nodes;
  private final int words;
  private final long[] after; // by node: the nodes that come after it

  BitOrder(int nodes) {
    this.nodes = nodes;
    words = (nodes + 63) >>> 6;
    after = new long[nodes * words];
  }

  BitOrder(BitOrder other) {
    nodes = other.nodes;
    words = other.words;
    after = other.after.clone();
  }

  int nodes() {
    return nodes;
  }

  boolean isBefore(int a, int b) {
    return (after[a * words + (b >>> 6)] >>> (b & 63) & 1) != 0;
  }

  /** Adds an order and all that follows from it; false, and no change, if it is a cycle. */
  boolean add(int a, int b) {
    if (a == b || isBefore(b, a)) {
      return false;
    }
    if (isBefore(a, b)) {
      return true;
    }
    for (int x = 0; x < nodes; x++) {
      if (x == a || isBefore(x, a)) {
        int from = b * words;
        int to = x * words;
        for (int w = 0; w < words; w++) {
          after[to + w] |= after[from + w];
        }
        after[to + (b >>> 6)] |= 1L << (b & 63);
      }
    }
    return true;
  }
}
