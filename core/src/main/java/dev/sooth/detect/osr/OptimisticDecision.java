package dev.sooth.detect.osr;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;
import java.util.Arrays;

/**
 * Decides whether two events are an optimistic sync-reversal race ([OSR24] Def. 1, Lemmas 4.1, 4.2
 * and 4.4): their closure must be lock-feasible and its abstract optimistic reordering graph must
 * be acyclic. Only an open section with a later closed section on the same lock gives an edge
 * against the order of the trace; without one there is no cycle and no search.
 *
 * <p>A refutation rests on a few sections that stay open, and on events of the closure. Closures
 * grow with both events, so it holds as well for all later events of the two threads until one of
 * these sections can be closed: {@link #refutedUntil}.
 *
 * <p>Cost: that of the closure, plus O(open sections × threads × log sections), plus O(threads² log
 * edges) for each backward edge. Not thread-safe.
 */
final class OptimisticDecision {
  private static final int NONE = CriticalSections.NONE;

  private final TrfIndex trf;
  private final CriticalSections sections;
  private final Successors successors;
  private final OptimisticClosure closure;
  private final Refutations refutations;
  private final int threads;

  private final int[] openOfLock; // per lock: section that is open in the closure
  private final int[] stamp; // per lock: decision for which that holds
  private int decision;

  private int opens;
  private int[] open = new int[16]; // sections with a later closed one on their lock
  private int[] lastClosed = new int[16]; // and the last closed one there
  private boolean[][] leads = new boolean[16][16]; // an open section leads to another's release
  private final int[] reach; // per thread: least index that is reached
  private final boolean[] visited;

  private int reasons;
  private int[] reason = new int[16]; // the open sections on which the last refutation rests

  OptimisticDecision(TrfIndex trf, CriticalSections sections, Successors successors) {
    this.trf = trf;
    this.sections = sections;
    this.successors = successors;
    closure = new OptimisticClosure(trf, sections);
    threads = trf.threads();
    refutations = new Refutations();
    int locks = trf.trace().names().locks().size();
    openOfLock = new int[locks];
    stamp = new int[locks];
    reach = new int[threads];
    visited = new boolean[threads];
  }

  /**
   * Decides the pair of the event with index i of thread t1 and the one with index j of thread t2.
   *
   * @return 0 if they race; otherwise the least index after i of an event of thread t1 that may
   *     race with the second event, as far as this refutation tells
   */
  int refutedUntil(int t1, int i, int t2, int j) {
    int known = refutations.refutedUntil(t1, i, t2, j);
    if (known > 0) {
      return known;
    }
    if (holdCommonLock(t1, i, t2, j)) {
      return refutations.add(t1, i, t2, j, closure, reason, reasons);
    }
    if (!closure.compute(t1, i, t2, j)) {
      return i + 1;
    }
    if (isFeasible() && (opens == 0 || isAcyclic())) {
      return 0;
    }
    return refutations.add(t1, i, t2, j, closure, reason, reasons);
  }

  /** The closure of the last pair that was decided and not refuted from memory. */
  int[] prefix() {
    return closure.prefix();
  }

  /** Whether both events are inside sections on one lock: both would be open. */
  private boolean holdCommonLock(int t1, int i, int t2, int j) {
    long common = sections.commonLock(t1, i, t2, j);
    if (common == CriticalSections.NONE) {
      return false;
    }
    reason[0] = (int) (common >>> 32);
    reason[1] = (int) common;
    reasons = 2;
    return true;
  }

  /** At most one open section a lock; collects those with a backward edge. */
  private boolean isFeasible() {
    int[] prefix = closure.prefix();
    opens = 0;
    if (++decision == 0) { // after 2^32 decisions an old stamp could be taken for a new one
      Arrays.fill(stamp, 0);
      decision = 1;
    }
    for (int t : sections.lockers()) {
      for (int c = sections.context(t, prefix[t]); c != 0; c = sections.outer(c, prefix[t])) {
        int section = sections.section(c);
        int lock = sections.lock(section);
        if (stamp[lock] == decision) {
          reason[0] = openOfLock[lock];
          reason[1] = section;
          reasons = 2;
          return false;
        }
        stamp[lock] = decision;
        openOfLock[lock] = section;
        if (sections.canBeOvertaken(section)) {
          int last = sections.lastClosed(lock, prefix);
          if (last > section) { // sections are numbered in trace order
            addOpen(section, last);
          }
        }
      }
    }
    return true;
  }

  private void addOpen(int section, int last) {
    if (opens == open.length) {
      open = Arrays.copyOf(open, opens * 2);
      lastClosed = Arrays.copyOf(lastClosed, opens * 2);
      reason = Arrays.copyOf(reason, opens * 2);
      leads = new boolean[opens * 2][opens * 2];
    }
    open[opens] = section;
    lastClosed[opens++] = last;
  }

  /** [OSR24] Lemma 4.4. */
  private boolean isAcyclic() {
    int latest = 0;
    for (int x = 0; x < opens; x++) {
      if (isBeforeByTrf(open[x], lastClosed[x])) {
        return cycleOf(x);
      }
      int section = lastClosed[x];
      int release = sections.releasePoint(section) - 1;
      latest = Math.max(latest, trf.position(sections.thread(section), release));
    }
    for (int x = 0; x < opens; x++) {
      if (leadsTo(open[x], lastClosed[x], latest)) {
        return cycleOf(x);
      }
      for (int y = 0; y < opens; y++) {
        leads[x][y] = isReached(lastClosed[y]);
      }
    }
    return opens == 1 || !hasLongerCycle();
  }

  private boolean cycleOf(int x) {
    reason[0] = open[x];
    reasons = 1;
    return false;
  }

  /** Whether the acquire of one section is in the TRF closure of another one's release. */
  private boolean isBeforeByTrf(int section, int closed) {
    int vector = trf.vectorAfter(sections.thread(closed), sections.releasePoint(closed));
    int known = trf.vectors().get(vector, sections.thread(section));
    return trf.index(sections.acquirePosition(section)) < known;
  }

  /** Removes sections that lead to no remaining one; what is left lies on or before a cycle. */
  private boolean hasLongerCycle() {
    boolean[] removed = new boolean[opens];
    int left = opens;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int x = 0; x < opens; x++) {
        if (!removed[x] && !leadsToAny(x, removed)) {
          removed[x] = true;
          left--;
          changed = true;
        }
      }
    }
    reasons = 0;
    for (int x = 0; x < opens; x++) {
      if (!removed[x]) {
        reason[reasons++] = open[x];
      }
    }
    return left > 0;
  }

  private boolean leadsToAny(int x, boolean[] removed) {
    for (int y = 0; y < opens; y++) {
      if (!removed[y] && leads[x][y]) {
        return true;
      }
    }
    return false;
  }

  private boolean isReached(int closed) {
    return reach[sections.thread(closed)] < sections.releasePoint(closed);
  }

  /**
   * [OSR24] Alg. 2: finds the first event of each thread to which a path leads from the acquire of
   * this section, along edges in trace order and within the closure. Paths beyond position {@code
   * latest} are not followed, and none after the release of {@code closed} is reached.
   *
   * @return whether that release is reached
   */
  private boolean leadsTo(int section, int closed, int latest) {
    int[] prefix = closure.prefix();
    Arrays.fill(reach, Successors.NEVER);
    Arrays.fill(visited, false);
    int t = sections.thread(section);
    int position = sections.acquirePosition(section);
    reach[t] = trf.index(position);
    while (t != NONE) {
      visited[t] = true;
      int[] neighbours = successors.neighbours(t);
      for (int k = 0; k < neighbours.length; k++) {
        int u = neighbours[k];
        // Only events after the current one can be reached.
        if (!visited[u] && prefix[u] > 0 && trf.position(u, prefix[u] - 1) > position) {
          int first = successors.earliest(t, reach[t], prefix[t], k);
          if (first < prefix[u] && first < reach[u]) {
            reach[u] = first;
          }
        }
      }
      if (isReached(closed)) {
        return true;
      }
      t = NONE;
      int next = latest;
      for (int u = 0; u < threads; u++) {
        if (!visited[u] && reach[u] != Successors.NEVER) {
          int at = trf.position(u, reach[u]);
          if (at <= next) {
            next = at;
            t = u;
          }
        }
      }
      position = next;
    }
    return false;
  }
}
