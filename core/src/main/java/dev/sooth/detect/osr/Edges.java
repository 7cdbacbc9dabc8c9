package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.order.MemoryBudget;
import dev.sooth.trace.PairIds;
import java.util.Arrays;

/** Edges between threads as one worker finds them, in no order. Not thread-safe. */
final class Edges {
  private static final int NONE = -1;
  private static final int FIRST_CAPACITY = 4;

  private final MemoryBudget budget;
  private final PairIds pairs = new PairIds(); // of threads that have edges
  private final int[] lastPair; // per thread: of the pairs that it comes first in
  private int[] earlierPair = new int[64]; // of the same first thread
  private long[][] edges = new long[64][]; // per pair: source << 32 | target, indices there
  private int[] counts = new int[64];

  Edges(int threads, MemoryBudget budget) {
    this.budget = budget;
    lastPair = new int[threads];
    Arrays.fill(lastPair, NONE);
  }

  /** Adds an edge from the event with index i of thread t to the one with index j of thread u. */
  void add(int t, int i, int u, int j) {
    int known = pairs.size();
    int pair = pairs.intern(t, u);
    if (pair == known) {
      addPair(t, pair);
    }
    int count = counts[pair]++;
    if (count == edges[pair].length) {
      budget.take(8L * count);
      edges[pair] = Arrays.copyOf(edges[pair], 2 * count);
    }
    edges[pair][count] = ((long) i << 32) | j;
  }

  private void addPair(int t, int pair) {
    if (pair == counts.length) {
      earlierPair = Arrays.copyOf(earlierPair, 2 * pair);
      edges = Arrays.copyOf(edges, 2 * pair);
      counts = Arrays.copyOf(counts, 2 * pair);
    }
    budget.take(8L * FIRST_CAPACITY + 64);
    edges[pair] = new long[FIRST_CAPACITY];
    earlierPair[pair] = lastPair[t];
    lastPair[t] = pair;
  }

  /** Appends the threads that this one has edges to. */
  void addTargets(int t, IntArrayList threads) {
    for (int pair = lastPair[t]; pair != NONE; pair = earlierPair[pair]) {
      threads.add((int) pairs.second(pair));
    }
  }

  int count(int t, int u) {
    int pair = pairs.find(t, u);
    return pair == NONE ? 0 : counts[pair];
  }

  /** Copies the edges from t to u to this place of an array, and forgets them. */
  void giveTo(int t, int u, long[] into, int at) {
    int pair = pairs.find(t, u);
    if (pair != NONE) {
      System.arraycopy(edges[pair], 0, into, at, counts[pair]);
      edges[pair] = null;
    }
  }
}
