package dev.sooth.detect.osr;

import dev.sooth.order.MemoryBudget;
import java.util.Arrays;

/** Edges between threads as one worker finds them, in no order. Not thread-safe. */
final class Edges {
  private static final int FIRST_CAPACITY = 16;

  private final int threads;
  private final MemoryBudget budget;
  private final long[][] edges; // per pair of threads: source << 32 | target, indices there
  private final int[] counts;

  Edges(int threads, MemoryBudget budget) {
    this.threads = threads;
    this.budget = budget;
    edges = new long[threads * threads][];
    counts = new int[threads * threads];
  }

  /** Adds an edge from the event with index i of thread t to the one with index j of thread u. */
  void add(int t, int i, int u, int j) {
    int pair = t * threads + u;
    int count = counts[pair]++;
    if (edges[pair] == null) {
      edges[pair] = new long[FIRST_CAPACITY];
    } else if (count == edges[pair].length) {
      budget.take(4L * count);
      edges[pair] = Arrays.copyOf(edges[pair], count + (count >>> 1));
    }
    edges[pair][count] = ((long) i << 32) | j;
  }

  int count(int t, int u) {
    return counts[t * threads + u];
  }

  /** Copies the edges from t to u to this place of an array, and forgets them. */
  void giveTo(int t, int u, long[] into, int at) {
    int pair = t * threads + u;
    if (edges[pair] != null) {
      System.arraycopy(edges[pair], 0, into, at, counts[pair]);
      edges[pair] = null;
    }
  }
}
