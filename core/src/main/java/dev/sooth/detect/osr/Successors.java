package dev.sooth.detect.osr;

import dev.sooth.order.RangeMinimum;
import dev.sooth.order.TrfIndex;
import java.util.Arrays;

/**
 * [OSR24] EIS: for two threads, which events of the first have an edge to which event of the second
 * in the optimistic reordering graph of the whole trace, and the least target over a range of
 * sources. Found by {@link SuccessorsBuilder}, which says which edges are kept; immutable when the
 * edges of all threads have been taken.
 *
 * <p>Cost: O(log events) a query, 8.5 bytes an edge.
 */
final class Successors {
  static final int NEVER = Integer.MAX_VALUE;

  private final TrfIndex trf;
  private final int threads;
  private final int[][] sources; // per pair of threads: indices of the sources, sorted
  private final RangeMinimum[] targets; // per pair of threads: indices of the targets, beside them
  private final int[][] neighbours; // per thread: the threads to which it has an edge
  private final long[][] leaving; // per thread, a bit an event: has an edge to another thread

  /** Without edges so far. */
  Successors(TrfIndex trf) {
    this.trf = trf;
    threads = trf.threads();
    sources = new int[threads * threads][];
    targets = new RangeMinimum[threads * threads];
    neighbours = new int[threads][];
    leaving = new long[threads][];
  }

  /** Takes the edges from this thread that the builders have found. */
  void takeFrom(int t, SuccessorsBuilder[] builders) {
    int[] reached = new int[threads];
    int count = 0;
    leaving[t] = new long[(trf.events(t) >>> 6) + 1];
    for (int u = 0; u < threads; u++) {
      int size = 0;
      for (SuccessorsBuilder part : builders) {
        size += part.edges().count(t, u);
      }
      if (size > 0) {
        long[] edges = new long[size];
        int at = 0;
        for (SuccessorsBuilder part : builders) {
          part.edges().giveTo(t, u, edges, at);
          at += part.edges().count(t, u);
        }
        Arrays.sort(edges);
        unpack(t, u, edges);
        reached[count++] = u;
      }
    }
    neighbours[t] = Arrays.copyOf(reached, count);
  }

  private void unpack(int t, int u, long[] edges) {
    int[] from = new int[edges.length];
    int[] to = new int[edges.length];
    for (int e = 0; e < edges.length; e++) {
      int source = (int) (edges[e] >>> 32);
      from[e] = source;
      to[e] = (int) edges[e];
      leaving[t][source >>> 6] |= 1L << source;
    }
    sources[t * threads + u] = from;
    targets[t * threads + u] = new RangeMinimum(to);
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

  /** Whether the event with this index of this thread has an edge to another thread. */
  boolean isLeaving(int thread, int index) {
    return (leaving[thread][index >>> 6] & (1L << index)) != 0;
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
