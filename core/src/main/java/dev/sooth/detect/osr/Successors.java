package dev.sooth.detect.osr;

import dev.sooth.order.RangeMinimum;
import java.util.Arrays;

/**
 * [OSR24] EIS: for two threads, which events of the first have an edge to which event of the second
 * in the optimistic reordering graph of the whole trace, and the least target over a range of
 * sources. Immutable; made by {@link SuccessorsBuilder}, which says which edges are kept.
 *
 * <p>Cost: O(log events) a query, 8.5 bytes an edge.
 */
final class Successors {
  static final int NEVER = Integer.MAX_VALUE;

  private final int threads;
  private final int[][] sources; // per pair of threads: indices of the sources, sorted
  private final RangeMinimum[] targets; // per pair of threads: indices of the targets, beside them
  private final int[][] neighbours; // per thread: the threads to which it has an edge
  private final long[] leaving; // bit per slot: has an edge to another thread

  /**
   * @param edges per pair of threads: edges as {@code source << 32 | target}, sorted; given up here
   */
  Successors(int threads, long[][] edges, long[] leaving) {
    this.threads = threads;
    this.leaving = leaving;
    sources = new int[threads * threads][];
    targets = new RangeMinimum[threads * threads];
    neighbours = new int[threads][];
    int[] found = new int[threads];
    for (int t = 0; t < threads; t++) {
      int count = 0;
      for (int u = 0; u < threads; u++) {
        int pair = t * threads + u;
        if (edges[pair] != null) {
          unpack(pair, edges[pair]);
          edges[pair] = null;
          found[count++] = u;
        }
      }
      neighbours[t] = Arrays.copyOf(found, count);
    }
  }

  private void unpack(int pair, long[] edges) {
    int[] from = new int[edges.length];
    int[] to = new int[edges.length];
    for (int i = 0; i < edges.length; i++) {
      from[i] = (int) (edges[i] >>> 32);
      to[i] = (int) edges[i];
    }
    sources[pair] = from;
    targets[pair] = new RangeMinimum(to);
  }

  /** The threads to which this one has edges. */
  int[] neighbours(int thread) {
    return neighbours[thread];
  }

  /**
   * The least index in thread {@code u} to which an event of thread {@code t} with {@code from <=
   * index < to} has an edge, or NEVER. The threads must be {@link #neighbours}.
   */
  int earliest(int t, int from, int to, int u) {
    int pair = t * threads + u;
    int[] list = sources[pair];
    int lo = lowerBound(list, from, 0);
    return targets[pair].min(lo, lowerBound(list, to, lo));
  }

  /** Whether the event in this slot has an edge to another thread. */
  boolean isLeaving(int slot) {
    return (leaving[slot >>> 6] & (1L << slot)) != 0;
  }

  private static int lowerBound(int[] sorted, int least, int from) {
    int lo = from;
    int hi = sorted.length;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (sorted[mid] < least) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }
}
