package dev.sooth.order.solver;

import java.util.Arrays;

/**
 * A graph that stays acyclic while edges come and go, with a topological order of it kept up to
 * date (Pearce and Kelly, A dynamic topological sort algorithm for directed acyclic graphs, JEA
 * 2007). Nodes are 0 to n - 1 and stand in this order at first, so whatever the edges do not ask
 * for stays as it was.
 *
 * <p>Adding an edge that the order has already costs O(1); any other one, a search in the part of
 * the order between its ends. Edges are removed in the reverse of the order in which they were
 * added, O(1) each: the order is still one of the smaller graph.
 */
public final class OrderGraph {
  private static final int NONE = -1;

  private final int[] rank; // by node: its place in the order
  private final int[] nodeAt; // by place
  private final int[] firstOut; // by node: its latest edge, or NONE
  private final int[] firstIn;
  private int[] source = new int[64];
  private int[] target = new int[64];
  private int[] label = new int[64];
  private int[] nextOut = new int[64];
  private int[] nextIn = new int[64];
  private int edges;

  private final int[] reachedBy; // by node: the edge of the search that reached it
  private final int[] seen; // by node: number of the search that saw it
  private int search;
  private int[] queue = new int[64];
  private int queued;
  private int[] cycle = new int[16];
  private int cycleSize;
  private long steps;
  private int changedFrom = Integer.MAX_VALUE; // places whose nodes are others than before
  private int changedTo = NONE;

  public OrderGraph(int nodes) {
    rank = new int[nodes];
    nodeAt = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      rank[i] = i;
      nodeAt[i] = i;
    }
    firstOut = new int[nodes];
    firstIn = new int[nodes];
    Arrays.fill(firstOut, NONE);
    Arrays.fill(firstIn, NONE);
    reachedBy = new int[nodes];
    seen = new int[nodes];
  }

  public int nodes() {
    return rank.length;
  }

  /** The node at this place of the order. */
  public int nodeAt(int place) {
    return nodeAt[place];
  }

  /** The place of the node in the order. */
  public int rank(int node) {
    return rank[node];
  }

  /** The first place whose node has changed since {@link #forgetChanges}; a large one if none. */
  public int changedFrom() {
    return changedFrom;
  }

  /** The last place whose node has changed, or -1. */
  public int changedTo() {
    return changedTo;
  }

  public void forgetChanges() {
    changedFrom = Integer.MAX_VALUE;
    changedTo = NONE;
  }

  public int edges() {
    return edges;
  }

  /** Edges looked at so far, a measure of the work. */
  public long steps() {
    return steps;
  }

  /**
   * Adds an edge, unless it closes a cycle.
   *
   * @param edgeLabel what {@link #cycleLabel} returns for it; negative for an edge that is not to
   *     be named
   * @return whether it was added; otherwise the labels of the path back are there to be read
   */
  public boolean add(int from, int to, int edgeLabel) {
    if (rank[from] >= rank[to] && !reorder(from, to)) {
      return false;
    }
    if (edges == source.length) {
      source = Arrays.copyOf(source, edges * 2);
      target = Arrays.copyOf(target, edges * 2);
      label = Arrays.copyOf(label, edges * 2);
      nextOut = Arrays.copyOf(nextOut, edges * 2);
      nextIn = Arrays.copyOf(nextIn, edges * 2);
    }
    source[edges] = from;
    target[edges] = to;
    label[edges] = edgeLabel;
    nextOut[edges] = firstOut[from];
    firstOut[from] = edges;
    nextIn[edges] = firstIn[to];
    firstIn[to] = edges;
    edges++;
    return true;
  }

  /** Removes the latest edges until so many are left. */
  public void shrink(int size) {
    while (edges > size) {
      edges--;
      firstOut[source[edges]] = nextOut[edges];
      firstIn[target[edges]] = nextIn[edges];
    }
  }

  /** How many edges with a label the path had that closed the last cycle. */
  public int cycleSize() {
    return cycleSize;
  }

  /** The label of one of them, from the end of the path to its start. */
  public int cycleLabel(int index) {
    return cycle[index];
  }

  private boolean reorder(int from, int to) {
    search++;
    queued = 0;
    if (from == to) {
      cycleSize = 0;
      return false;
    }
    int upper = rank[from];
    int lower = rank[to];
    visit(to, NONE);
    for (int i = 0; i < queued; i++) {
      for (int e = firstOut[queue[i]]; e != NONE; e = nextOut[e]) {
        steps++;
        int next = target[e];
        if (seen[next] != search && rank[next] <= upper) {
          visit(next, e);
          if (next == from) {
            recordCycle(from, to);
            return false;
          }
        }
      }
    }
    int forward = queued;
    visit(from, NONE);
    for (int i = forward; i < queued; i++) {
      for (int e = firstIn[queue[i]]; e != NONE; e = nextIn[e]) {
        steps++;
        int next = source[e];
        if (seen[next] != search && rank[next] >= lower) {
          visit(next, e);
        }
      }
    }
    place(forward);
    return true;
  }

  private void visit(int node, int edge) {
    if (queued == queue.length) {
      queue = Arrays.copyOf(queue, queued * 2);
    }
    queue[queued++] = node;
    seen[node] = search;
    reachedBy[node] = edge;
  }

  /** Gives the ranks of all nodes seen to those seen backwards first, then to the others. */
  private void place(int forward) {
    int[] ranks = new int[queued];
    for (int i = 0; i < queued; i++) {
      ranks[i] = rank[queue[i]];
    }
    int[] later = Arrays.copyOfRange(ranks, 0, forward);
    int[] earlier = Arrays.copyOfRange(ranks, forward, queued);
    Arrays.sort(ranks);
    Arrays.sort(later);
    Arrays.sort(earlier);
    changedFrom = Math.min(changedFrom, ranks[0]);
    changedTo = Math.max(changedTo, ranks[queued - 1]);
    int[] nodes = new int[queued];
    for (int i = 0; i < earlier.length; i++) {
      nodes[i] = nodeAt[earlier[i]];
    }
    for (int i = 0; i < later.length; i++) {
      nodes[earlier.length + i] = nodeAt[later[i]];
    }
    for (int i = 0; i < queued; i++) {
      nodeAt[ranks[i]] = nodes[i];
      rank[nodes[i]] = ranks[i];
    }
  }

  private void recordCycle(int from, int to) {
    cycleSize = 0;
    for (int node = from; node != to; node = source[reachedBy[node]]) {
      int edgeLabel = label[reachedBy[node]];
      if (edgeLabel >= 0) {
        if (cycleSize == cycle.length) {
          cycle = Arrays.copyOf(cycle, cycleSize * 2);
        }
        cycle[cycleSize++] = edgeLabel;
      }
    }
  }
}
