package dev.sooth.order.solver;

import com.carrotsearch.hppc.ObjectHashSet;
import dev.sooth.order.CriticalSections;
import dev.sooth.trace.Kind;
import java.util.Arrays;

/**
 * The least number of reversals of conflicting writes and of acquires of one lock that a witness
 * needs ([LICS20] sections 2.2 and 6), up to a bound. In each candidate ideal, the pairs that the
 * order so far leaves open are taken as the trace has them; if that is a cycle, one of the pairs on
 * it must be reversed, and each is tried. The order is saturated after each choice, and given up
 * when it implies more reversals than allowed.
 *
 * <p>Departs from the paper in trying 0, 1, 2, ... reversals in turn and in counting those that
 * follow from others, so that the first witness has the least distance; and in using matrices of
 * bits, O(events³ / 64) a step, for ideals of at most {@value #MOST_NODES} events.
 */
public final class ReversalSearch {
  /** No witness within the bound. */
  public static final int NONE_WITHIN_BOUND = -1;

  /** Too large, or the budget ran out. */
  public static final int UNKNOWN = -2;

  static final int MOST_NODES = 1500;
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final CriticalSections sections;
  private final int[] threads;
  private final int[] targets;
  private final MustSet must;
  private long stepsLeft;
  private boolean incomplete;

  // The ideal at hand.
  private int[] ideal;
  private int[] events; // by node, in trace order
  private int nodes;
  private int[] source; // by node: the write that a read reads from, the acquire of a release
  private int[] writes; // nodes of writes and acquires
  private int writeCount;
  private int[] schedule = {};
  private int[] depth; // by thread: see saturateOnTree; null for the order of the trace

  public ReversalSearch(TraceIndex index) {
    this.index = index;
    sections = index.sections();
    threads = index.trace().threads();
    targets = index.trace().targets();
    must = new MustSet(index);
  }

  /** The witness that the last search found. */
  public int[] schedule() {
    return schedule;
  }

  /**
   * The least distance of a witness, {@link #NONE_WITHIN_BOUND} or {@link #UNKNOWN}. Neither event
   * may be in the cone of the other.
   *
   * @param bound the largest distance that is looked for
   * @param steps how many orders may be tried
   */
  public int distance(int first, int second, int bound, long steps) {
    stepsLeft = steps;
    incomplete = false;
    if (!must.compute(first, second)) {
      return NONE_WITHIN_BOUND;
    }
    int best = bound + 1;
    ObjectHashSet<Ideal> known = new ObjectHashSet<>();
    Ideal[] queue = new Ideal[16];
    queue[0] = new Ideal(must.prefix.clone());
    known.add(queue[0]);
    int size = 1;
    for (int i = 0; i < size && stepsLeft > 0; i++) {
      ideal = queue[i].prefix;
      boolean feasible = true;
      for (int t = 0; t < ideal.length; t++) {
        for (int c = sections.context(t, ideal[t]); c != 0; c = sections.outer(c, ideal[t])) {
          int section = sections.section(c);
          if (!index.hasRival(section, ideal)) {
            continue;
          }
          feasible = feasible && !isOpenElsewhere(section);
          if (must.canClose(section)) {
            int[] larger = ideal.clone();
            index.cones().addThrough(index.release(section), larger);
            Ideal next = new Ideal(larger);
            if (known.add(next)) {
              if (size == queue.length) {
                queue = Arrays.copyOf(queue, size * 2);
              }
              queue[size++] = next;
            }
          }
        }
      }
      if (feasible) {
        best = Math.min(best, distanceInIdeal(best - 1));
      }
    }
    if (incomplete || stepsLeft <= 0) {
      return UNKNOWN;
    }
    return best > bound ? NONE_WITHIN_BOUND : best;
  }

  /** A prefix vector, compared by its content. */
  private static final class Ideal {
    private final int[] prefix;

    Ideal(int[] prefix) {
      this.prefix = prefix;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Ideal ideal && Arrays.equals(prefix, ideal.prefix);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(prefix);
    }
  }

  private boolean isOpenElsewhere(int section) {
    for (int t = 0; t < ideal.length; t++) {
      if (t == sections.thread(section)) {
        continue;
      }
      for (int c = sections.context(t, ideal[t]); c != 0; c = sections.outer(c, ideal[t])) {
        if (sections.lock(sections.section(c)) == sections.lock(section)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether saturation leaves a partial order on this set of events, which is then ordered along
   * the tree of threads: what the order leaves open, the thread nearer to the root does first
   * ([LICS20] Lemma 5.2). Unknown if the set is too large, or if that order is none, which cannot
   * be on a tree.
   *
   * @param prefix the set, in which no two sections on one lock are open
   * @param depths by thread: its distance from the root
   */
  int saturateOnTree(int[] prefix, int[] depths) {
    ideal = prefix;
    if (!collect()) {
      return UNKNOWN;
    }
    BitOrder order = canonical();
    if (order == null || !saturate(order)) {
      return NONE_WITHIN_BOUND;
    }
    depth = depths;
    Completion completion = new Completion(order);
    depth = null;
    if (!completion.isAcyclic()) {
      return UNKNOWN;
    }
    schedule = completion.schedule();
    return reversals(order);
  }

  /** The least distance of a reordering of the ideal, or a large number. */
  private int distanceInIdeal(int bound) {
    if (!collect()) {
      incomplete = true;
      return Integer.MAX_VALUE;
    }
    BitOrder order = canonical();
    if (order == null || !saturate(order)) {
      return Integer.MAX_VALUE;
    }
    for (int allowed = reversals(order); allowed <= bound; allowed++) {
      if (realize(order, allowed)) {
        return allowed;
      }
    }
    return Integer.MAX_VALUE;
  }

  private boolean collect() {
    nodes = 0;
    events = new int[64];
    int last = NONE;
    for (int t = 0; t < ideal.length; t++) {
      last = ideal[t] == 0 ? last : Math.max(last, index.event(t, ideal[t] - 1));
    }
    for (int i = 0; i <= last; i++) {
      byte kind = index.kind(i);
      if (sections.point(i) < ideal[threads[i]]
          && kind != Kind.NOP
          && kind != Kind.BEGIN
          && kind != Kind.END) {
        if (nodes == MOST_NODES) {
          return false;
        }
        if (nodes == events.length) {
          events = Arrays.copyOf(events, nodes * 2);
        }
        events[nodes++] = i;
      }
    }
    source = new int[nodes];
    writes = new int[nodes];
    writeCount = 0;
    Arrays.fill(source, NONE);
    for (int node = 0; node < nodes; node++) {
      int event = events[node];
      byte kind = index.kind(event);
      if (TraceIndex.isRead(kind) && index.writer(event) != NONE) {
        source[node] = Arrays.binarySearch(events, 0, nodes, index.writer(event));
      } else if (TraceIndex.isWrite(kind)) {
        writes[writeCount++] = node;
      } else if (kind == Kind.ACQUIRE) {
        writes[writeCount++] = node;
        int release = index.release(index.sectionOf(event));
        if (release != NONE && sections.point(release) < ideal[threads[release]]) {
          source[Arrays.binarySearch(events, 0, nodes, release)] = node;
        }
      }
    }
    return true;
  }

  /** What the cones order, initial values, and open sections last on their lock. */
  private BitOrder canonical() {
    BitOrder order = new BitOrder(nodes);
    for (int b = 0; b < nodes; b++) {
      for (int a = b - 1; a >= 0; a--) {
        if (index.mustPrecede(events[a], events[b])) {
          order.add(a, b);
        }
      }
    }
    for (int a = 0; a < nodes; a++) {
      byte kind = index.kind(events[a]);
      boolean initial = TraceIndex.isRead(kind) && source[a] == NONE;
      boolean closing = kind == Kind.RELEASE;
      for (int i = 0; i < writeCount && (initial || closing); i++) {
        int b = writes[i];
        boolean follows =
            conflict(events[a], events[b]) && (initial || (b != source[a] && isOpen(events[b])));
        if (follows && !order.add(a, b)) {
          return null;
        }
      }
    }
    return order;
  }

  private boolean isOpen(int acquire) {
    int release = index.release(index.sectionOf(acquire));
    return release == NONE || sections.point(release) >= ideal[threads[release]];
  }

  /** Whether both use one variable or one lock; at least one is a write or an acquire. */
  private boolean conflict(int a, int b) {
    return targets[a] == targets[b]
        && Kind.isAccess(index.kind(a)) == Kind.isAccess(index.kind(b))
        && Kind.isLockOperation(index.kind(a)) == Kind.isLockOperation(index.kind(b));
  }

  /** Adds what follows from reads-from and sections; false if that is a cycle. */
  private boolean saturate(BitOrder order) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int r = 0; r < nodes; r++) {
        int w = source[r];
        for (int i = 0; i < writeCount && w != NONE; i++) {
          int other = writes[i];
          if (other == w || !conflict(events[other], events[r])) {
            continue;
          }
          if (order.isBefore(other, r) && !order.isBefore(other, w)) {
            changed = true;
            if (!order.add(other, w)) {
              return false;
            }
          }
          if (order.isBefore(w, other) && !order.isBefore(r, other)) {
            changed = true;
            if (!order.add(r, other)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  private int reversals(BitOrder order) {
    int count = 0;
    for (int i = 0; i < writeCount; i++) {
      for (int k = 0; k < i; k++) {
        if (order.isBefore(writes[i], writes[k])
            && conflict(events[writes[i]], events[writes[k]])) {
          count++;
        }
      }
    }
    return count;
  }

  /** Whether the order can be completed with so many reversals in all. */
  private boolean realize(BitOrder order, int allowed) {
    if (--stepsLeft <= 0 || reversals(order) > allowed) {
      return false;
    }
    Completion completion = new Completion(order);
    if (completion.isAcyclic()) {
      schedule = completion.schedule();
      return true;
    }
    for (int e = 0; e < completion.choices; e++) {
      BitOrder reversed = new BitOrder(order);
      if (reversed.add(completion.choiceTo[e], completion.choiceFrom[e])
          && saturate(reversed)
          && realize(reversed, allowed)) {
        return true;
      }
    }
    return false;
  }

  /** The order with all that it leaves open as in the trace, and the cycle if that is one. */
  private final class Completion {
    private final BitOrder order;
    private final byte[] state = new byte[nodes]; // 0 new, 1 on the path, 2 done
    private final int[] path = new int[nodes];
    private final int[] sorted = new int[nodes];
    private int pathSize;
    private int sortedSize;
    private boolean cyclic;
    // The pairs of writes or acquires whose order in the trace is on the cycle.
    int[] choiceFrom = new int[8];
    int[] choiceTo = new int[8];
    int choices;

    Completion(BitOrder order) {
      this.order = order;
      for (int node = nodes - 1; node >= 0 && !cyclic; node--) {
        if (state[node] == 0) {
          visit(node);
        }
      }
    }

    boolean isAcyclic() {
      return !cyclic;
    }

    private void visit(int node) {
      state[node] = 1;
      path[pathSize++] = node;
      for (int next = nodes - 1; next >= 0 && !cyclic; next--) {
        if (next != node && (order.isBefore(node, next) || assumedPair(node, next) != NONE)) {
          if (state[next] == 0) {
            visit(next);
          } else if (state[next] == 1) {
            cyclic = true;
            recordChoices(next);
          }
        }
      }
      if (!cyclic) {
        state[node] = 2;
        pathSize--;
        sorted[sortedSize++] = node;
      }
    }

    /**
     * The write or acquire before which the other one's order in the trace puts this: NONE if there
     * is no such edge, otherwise the pair as first * nodes + second.
     */
    private int assumedPair(int a, int b) {
      if (!conflict(events[a], events[b])) {
        return NONE;
      }
      int first = isWriteNode(a) ? a : source[a];
      int second = isWriteNode(b) ? b : source[b];
      // A read or release stands next to its source; two reads do not conflict.
      if (first == NONE || second == NONE || first == second) {
        return NONE;
      }
      if (!isWriteNode(a) && !isWriteNode(b)) {
        return NONE;
      }
      boolean open = !order.isBefore(first, second) && !order.isBefore(second, first);
      return open && comesFirst(first, second) ? first * nodes + second : NONE;
    }

    private boolean comesFirst(int first, int second) {
      return depth == null
          ? first < second
          : depth[threads[events[first]]] < depth[threads[events[second]]];
    }

    private boolean isWriteNode(int node) {
      byte kind = index.kind(events[node]);
      return TraceIndex.isWrite(kind) || kind == Kind.ACQUIRE;
    }

    private void recordChoices(int start) {
      int at = pathSize - 1;
      while (path[at] != start) {
        at--;
      }
      for (int i = at; i < pathSize; i++) {
        int a = path[i];
        int b = i + 1 == pathSize ? start : path[i + 1];
        if (!order.isBefore(a, b)) {
          int pair = assumedPair(a, b);
          if (choices == choiceFrom.length) {
            choiceFrom = Arrays.copyOf(choiceFrom, choices * 2);
            choiceTo = Arrays.copyOf(choiceTo, choices * 2);
          }
          choiceFrom[choices] = pair / nodes;
          choiceTo[choices++] = pair % nodes;
        }
      }
    }

    int[] schedule() {
      int size = 0;
      for (int events : ideal) {
        size += events;
      }
      int[] result = new int[size];
      int[] done = new int[ideal.length];
      int filled = 0;
      for (int i = sortedSize - 1; i >= 0; i--) {
        int event = events[sorted[i]];
        int thread = threads[event];
        if (index.kind(event) == Kind.JOIN) {
          int joined = targets[event];
          int needed = index.cones().neededThrough(event, joined);
          while (done[joined] < needed) {
            result[filled++] = index.event(joined, done[joined]++);
          }
        }
        while (done[thread] <= sections.point(event)) {
          result[filled++] = index.event(thread, done[thread]++);
        }
      }
      for (int t = 0; t < ideal.length; t++) {
        while (done[t] < ideal[t]) {
          result[filled++] = index.event(t, done[t]++);
        }
      }
      return result;
    }
  }
}
