package dev.sooth.trace.generate;

import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;

/**
 * A graph as a trace ([LICS20] Theorem 2.3): two accesses race if and only if the graph has an
 * independent set of size c. 2c + 2 threads; deciding the pair is W[1]-hard in their number.
 *
 * <p>Each of the first c threads walks over all nodes and holds, at each one, the locks of the
 * node's edges; the next c threads keep it from resting anywhere else. Where the c threads rest
 * when the two accesses are next is the independent set. Departs from the paper in giving each node
 * a lock of its own, too, so that nodes without an edge need no special case.
 */
public final class IndependentSetTrace {
  private static final int MOST_NODES = 24; // the answer is found by trying all sets

  private final boolean[][] edges;
  private final int nodes;
  private final int size;
  private final TraceBuilder builder = new TraceBuilder("independent set", TraceNames.empty());
  private int line;

  private IndependentSetTrace(boolean[][] edges, int size) {
    this.edges = edges;
    this.nodes = edges.length;
    this.size = size;
  }

  /** The trace of a random graph, in which each edge is there with this probability. */
  public static HardTrace random(int nodes, int size, double density, long seed) {
    require(nodes >= 2 && nodes <= MOST_NODES, "nodes must be 2 to " + MOST_NODES);
    require(size >= 1 && size <= nodes, "the size of the set must be 1 to the number of nodes");
    require(density >= 0 && density <= 1, "the density must be 0 to 1");
    FastRandom random = new FastRandom(seed);
    boolean[][] edges = new boolean[nodes][nodes];
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < i; j++) {
        edges[i][j] = random.chance(density);
        edges[j][i] = edges[i][j];
      }
    }
    return of(edges, size);
  }

  /** The trace of this graph, given by its symmetric matrix. */
  public static HardTrace of(boolean[][] edges, int size) {
    return new IndependentSetTrace(edges, size).build();
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  private HardTrace build() {
    add(Kind.WRITE, "W", "x");
    for (int i = 0; i < size; i++) {
      addCopy(i);
    }
    for (int i = 0; i < size; i++) {
      add(Kind.READ, "R", "s" + i);
    }
    for (int i = 0; i < size; i++) {
      add(Kind.ACQUIRE, "R", "l" + i);
    }
    add(Kind.READ, "R", "x");
    int second = builder.size() - 1;
    for (int i = size - 1; i >= 0; i--) {
      add(Kind.RELEASE, "R", "l" + i);
    }
    String instance =
        "independent set of size %d in a graph of %d nodes and %d edges"
            .formatted(size, nodes, countEdges());
    return new HardTrace(builder.build(), 0, second, hasIndependentSet(), instance);
  }

  /** The i-th copy of the graph, walked by one thread, and the thread that keeps it going. */
  private void addCopy(int i) {
    String walker = "A" + i;
    String keeper = "B" + i;
    for (int node = 0; node < nodes; node++) {
      addLocks(Kind.ACQUIRE, walker, node);
      add(Kind.WRITE, walker, node == 0 ? "s" + i : "y" + i + "_" + node);
      if (node > 0) {
        add(Kind.READ, keeper, "y" + i + "_" + node);
        add(Kind.RELEASE, keeper, "l" + i);
      }
      if (node < nodes - 1) {
        add(Kind.ACQUIRE, keeper, "l" + i);
        add(Kind.WRITE, keeper, "z" + i + "_" + node);
        add(Kind.READ, walker, "z" + i + "_" + node);
      } else {
        add(Kind.READ, walker, "x");
      }
      addLocks(Kind.RELEASE, walker, node);
    }
  }

  /** Acquires the locks of the node and its edges, or releases them in the reverse order. */
  private void addLocks(byte kind, String thread, int node) {
    boolean reverse = kind == Kind.RELEASE;
    if (!reverse) {
      add(kind, thread, "node" + node);
    }
    for (int k = 0; k < nodes; k++) {
      int other = reverse ? nodes - 1 - k : k;
      if (edges[node][other]) {
        add(kind, thread, "edge" + Math.min(node, other) + "_" + Math.max(node, other));
      }
    }
    if (reverse) {
      add(kind, thread, "node" + node);
    }
  }

  private void add(byte kind, String thread, String target) {
    builder.add(kind, thread, target, Integer.toString(++line));
  }

  private int countEdges() {
    int count = 0;
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < i; j++) {
        count += edges[i][j] ? 1 : 0;
      }
    }
    return count;
  }

  private boolean hasIndependentSet() {
    for (int set = 0; set < 1 << nodes; set++) {
      if (Integer.bitCount(set) == size && isIndependent(set)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIndependent(int set) {
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < i; j++) {
        if (edges[i][j] && (set >> i & 1) == 1 && (set >> j & 1) == 1) {
          return false;
        }
      }
    }
    return true;
  }
}
