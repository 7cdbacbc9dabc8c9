package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
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
  private final int[][] neighbours; // per thread: the threads to which it has an edge
  private final int[][][] sources; // per thread and neighbour: indices of the sources, sorted
  private final RangeMinimum[][] targets; // per thread and neighbour: the targets, beside them
  private final long[][] leaving; // per thread, a bit an event: has an edge to another thread

  /** Without edges so far. */
  Successors(TrfIndex trf) {
    this.trf = trf;
    int threads = trf.threads();
    neighbours = new int[threads][];
    sources = new int[threads][][];
    targets = new RangeMinimum[threads][];
    leaving = new long[threads][];
  }

  /** Takes the edges from this thread that the builders have found. */
  void takeFrom(int t, SuccessorsBuilder[] builders) {
    leaving[t] = new long[(trf.events(t) >>> 6) + 1];
    neighbours[t] = neighbours(t, builders);
    int count = neighbours[t].length;
    sources[t] = new int[count][];
    targets[t] = new RangeMinimum[count];
    for (int k = 0; k < count; k++) {
      int u = neighbours[t][k];
      int size = 0;
      for (SuccessorsBuilder part : builders) {
        size += part.edges().count(t, u);
      }
      long[] edges = new long[size];
      int at = 0;
      for (SuccessorsBuilder part : builders) {
        part.edges().giveTo(t, u, edges, at);
        at += part.edges().count(t, u);
      }
      Arrays.sort(edges);
      unpack(t, k, edges);
    }
  }

  private static int[] neighbours(int t, SuccessorsBuilder[] builders) {
    IntArrayList found = new IntArrayList();
    for (SuccessorsBuilder part : builders) {
      part.edges().addTargets(t, found);
    }
    int[] sorted = found.toArray();
    Arrays.sort(sorted);
    int count = 0;
    for (int k = 0; k < sorted.length; k++) {
      if (k == 0 || sorted[k] != sorted[k - 1]) {
        sorted[count++] = sorted[k];
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  private void unpack(int t, int neighbour, long[] edges) {
    int[] from = new int[edges.length];
    int[] to = new int[edges.length];
    for (int e = 0; e < edges.length; e++) {
      int source = (int) (edges[e] >>> 32);
      from[e] = source;
      to[e] = (int) edges[e];
      leaving[t][source >>> 6] |= 1L << source;
    }
    sources[t][neighbour] = from;
    targets[t][neighbour] = new RangeMinimum(to);
  }

  /** The threads to which this one has edges. */
  int[] neighbours(int thread) {
    return neighbours[thread];
  }

  /**
   * The least index in the neighbour with this number to which an event of thread {@code t} with
   * {@code from <= index < to} has an edge, or NEVER.
   */
  int earliest(int t, int from, int to, int neighbour) {
    int[] list = sources[t][neighbour];
    int lo = lowerBound(list, from, 0);
    return targets[t][neighbour].min(lo, lowerBound(list, to, lo));
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
