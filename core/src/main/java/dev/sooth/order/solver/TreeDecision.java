package dev.sooth.order.solver;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.Grouping;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Pairs of a trace whose communication topology is a tree ([LICS20] section 5): one set of events,
 * the union of the lock causal cones, decides, and saturation alone tells whether it can be ordered
 * (Theorem 2.4). Threads are neighbours if they conflict on a variable, use one lock, or one forks
 * or joins the other: the paper has no forks, and as orders between threads they count like
 * reads-from.
 *
 * <p>Polynomial: O(events³ / 64) a pair with the matrices of {@link ReversalSearch}, for sets of at
 * most {@value ReversalSearch#MOST_NODES} events. Not for traces with sections that are never
 * released, which the paper excludes.
 */
public final class TreeDecision {
  /** The answers. */
  public enum Answer {
    RACE,
    NO_RACE,
    /** The topology is no tree, or the set is too large. */
    NOT_APPLICABLE
  }

  private static final int MOST_THREADS = 4_096;
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final CriticalSections sections;
  private final ReversalSearch saturation;
  private final boolean[][] neighbours; // null if the topology is no tree
  private final int[] parent;
  private final int[] depth;
  private final int[] queue;

  public TreeDecision(TraceIndex index) {
    this.index = index;
    sections = index.sections();
    saturation = new ReversalSearch(index);
    parent = new int[index.threads()];
    depth = new int[index.threads()];
    queue = new int[index.threads()];
    neighbours = allReleased() ? neighboursIfTree() : null;
  }

  /** Whether the topology is a tree, or several, and all sections are released. */
  public boolean isApplicable() {
    return neighbours != null;
  }

  /** The witness of the last race. */
  public int[] schedule() {
    return saturation.schedule();
  }

  /** Decides a pair, neither of which is in the cone of the other. */
  public Answer decide(int first, int second) {
    if (neighbours == null) {
      return Answer.NOT_APPLICABLE;
    }
    int[] set = lockCone(second);
    int[] other = lockCone(first);
    for (int t = 0; t < set.length; t++) {
      set[t] = Math.max(set[t], other[t]);
    }
    Trace trace = index.trace();
    if (set[trace.thread(first)] > sections.point(first)
        || set[trace.thread(second)] > sections.point(second)
        || hasTwoOpen(set)) {
      return Answer.NO_RACE;
    }
    // Depths are those of the tree that the last cone was rooted in.
    int result = saturation.saturateOnTree(set, depth);
    if (result == ReversalSearch.UNKNOWN) {
      return Answer.NOT_APPLICABLE;
    }
    return result >= 0 ? Answer.RACE : Answer.NO_RACE;
  }

  /** [LICS20] section 5.1, lock causal cones. */
  private int[] lockCone(int event) {
    int[] set = new int[neighbours.length];
    int root = index.trace().thread(event);
    index.cones().addBefore(event, set);
    Arrays.fill(parent, NONE);
    int size = 0;
    queue[size++] = root;
    depth[root] = 0;
    for (int i = 0; i < size; i++) {
      int above = queue[i];
      for (int t = 0; t < neighbours.length; t++) {
        if (neighbours[above][t] && t != parent[above]) {
          parent[t] = above;
          depth[t] = depth[above] + 1;
          queue[size++] = t;
          if (set[above] > 0) {
            int last = index.event(above, set[above] - 1);
            set[t] = Math.max(set[t], index.cones().neededThrough(last, t));
          }
          closeFor(set, t, above);
        }
      }
    }
    return set;
  }

  /** Closes the sections of the thread on locks that its parent holds. */
  private void closeFor(int[] set, int thread, int above) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int a = sections.context(thread, set[thread]);
          a != 0;
          a = sections.outer(a, set[thread])) {
        for (int b = sections.context(above, set[above]);
            b != 0;
            b = sections.outer(b, set[above])) {
          int section = sections.section(a);
          if (sections.lock(section) == sections.lock(sections.section(b))
              && sections.releasePoint(section) > set[thread]) {
            set[thread] = sections.releasePoint(section);
            changed = true;
          }
        }
      }
    }
  }

  private boolean hasTwoOpen(int[] set) {
    for (int t = 0; t < set.length; t++) {
      boolean holdsAny = sections.context(t, set[t]) != 0;
      for (int u = 0; u < t && holdsAny; u++) {
        if (sections.shareLock(t, set[t], u, set[u])) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean allReleased() {
    for (int s = 0; s < sections.count(); s++) {
      if (index.release(s) == NONE) {
        return false;
      }
    }
    return true;
  }

  private boolean[][] neighboursIfTree() {
    int threads = index.threads();
    if (threads > MOST_THREADS) {
      return null;
    }
    Trace trace = index.trace();
    boolean[][] edges = new boolean[threads][threads];
    Grouping users =
        new Grouping(
            trace.size(),
            trace.names().variables().size(),
            threads * 2,
            i -> Kind.isAccess(index.kind(i)) ? trace.target(i) : -1,
            i -> trace.thread(i) * 2 + (TraceIndex.isWrite(index.kind(i)) ? 1 : 0));
    for (int v = 0; v < trace.names().variables().size(); v++) {
      for (int g = users.groupsFrom(v); g < users.groupsTo(v); g++) {
        for (int h = users.groupsFrom(v); h < g; h++) {
          if (((users.secondKey(g) | users.secondKey(h)) & 1) == 1) {
            connect(edges, users.secondKey(g) >> 1, users.secondKey(h) >> 1);
          }
        }
      }
    }
    int[] lastUser = new int[trace.names().locks().size()];
    Arrays.fill(lastUser, NONE);
    for (int i = 0; i < trace.size(); i++) {
      int target = trace.target(i);
      if (index.kind(i) == Kind.ACQUIRE) {
        // A lock of three threads makes a triangle, so it is enough to look at neighbours in time
        // and to refuse the third.
        if (lastUser[target] != NONE) {
          connect(edges, lastUser[target], trace.thread(i));
        }
        lastUser[target] = trace.thread(i);
      } else if (Kind.isThreadOperation(index.kind(i))) {
        connect(edges, trace.thread(i), target);
      }
    }
    return locksHaveTwoUsers() && isForest(edges) ? edges : null;
  }

  private boolean locksHaveTwoUsers() {
    Grouping users =
        new Grouping(
            sections.count(),
            index.trace().names().locks().size(),
            index.threads(),
            sections::lock,
            sections::thread);
    for (int l = 0; l < index.trace().names().locks().size(); l++) {
      if (users.groupsTo(l) - users.groupsFrom(l) > 2) {
        return false;
      }
    }
    return true;
  }

  private static void connect(boolean[][] edges, int a, int b) {
    if (a != b) {
      edges[a][b] = true;
      edges[b][a] = true;
    }
  }

  private static boolean isForest(boolean[][] edges) {
    int[] root = new int[edges.length];
    for (int t = 0; t < root.length; t++) {
      root[t] = t;
    }
    for (int a = 0; a < edges.length; a++) {
      for (int b = 0; b < a; b++) {
        if (edges[a][b]) {
          int x = a;
          int y = b;
          while (root[x] != x) {
            x = root[x];
          }
          while (root[y] != y) {
            y = root[y];
          }
          if (x == y) {
            return false;
          }
          root[x] = y;
        }
      }
    }
    return true;
  }
}
