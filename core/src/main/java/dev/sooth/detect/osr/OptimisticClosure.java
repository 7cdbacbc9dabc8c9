package dev.sooth.detect.osr;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.PrefixSet;
import dev.sooth.order.PrefixVectors;
import dev.sooth.order.TrfIndex;

/**
 * [OSR24] Alg. 1, OLClosure: the least set that holds all that comes before two events e1 and e2 of
 * different threads, is closed under TRF, and holds the release of each acquire in it unless that
 * would bring in e1 or e2. Since it holds the predecessors of e1 and not e1, it ends exactly before
 * e1 in its thread, and so it does for e2: whether a release may be added is two comparisons with
 * its vector.
 *
 * <p>Departs from the paper: sets that hold e1 or e2 from the start are refused; an acquire that is
 * never released stays open; fork and join count as in {@link TrfIndex}.
 *
 * <p>Cost: O(threads that lock), and for each release added what it brings in. Not thread-safe.
 */
final class OptimisticClosure {
  private static final int NEVER = Integer.MAX_VALUE; // release point of a lock never released

  private final TrfIndex trf;
  private final PrefixVectors vectors;
  private final CriticalSections sections;
  private final PrefixSet set; // S: how many events of each thread it holds
  private final int[] prefix; // the same
  private final int[] pending; // threads whose open sections are to be looked at
  private final boolean[] isPending;

  OptimisticClosure(TrfIndex trf, CriticalSections sections) {
    this.trf = trf;
    this.vectors = trf.vectors();
    this.sections = sections;
    set = new PrefixSet(vectors);
    prefix = set.counts();
    pending = new int[trf.threads()];
    isPending = new boolean[pending.length];
  }

  /**
   * Computes the closure for the event with index i of thread t1 and the one with index j of thread
   * t2.
   *
   * @return false if it would hold one of the two, so that they do not race
   */
  boolean compute(int t1, int i, int t2, int j) {
    int before1 = trf.vectorBefore(t1, i); // which says nothing of its own thread
    int before2 = trf.vectorBefore(t2, j);
    if (vectors.get(before1, t2) > j || vectors.get(before2, t1) > i) {
      return false;
    }
    set.load(before1);
    set.add(before2);
    set.raise(t1, i);
    set.raise(t2, j);
    int count = 0;
    for (int t : sections.lockers()) {
      // What is open in t1 and t2 stays open: its release comes after e1 or e2.
      if (t != t1 && t != t2 && sections.context(t, prefix[t]) != 0) {
        isPending[t] = true;
        pending[count++] = t;
      }
    }
    while (count > 0) {
      int t = pending[--count];
      isPending[t] = false;
      for (int c = sections.context(t, prefix[t]); c != 0; c = sections.outer(c, prefix[t])) {
        int end = sections.releasePoint(sections.section(c));
        if (end == NEVER) {
          continue;
        }
        int vector = trf.vectorAfter(t, end);
        if (vectors.get(vector, t1) <= i && vectors.get(vector, t2) <= j) {
          count = add(t, end, vector, count);
          break; // t is in another context now, and pending again
        }
      }
    }
    return true;
  }

  private int add(int thread, int end, int vector, int pendingCount) {
    int count = pendingCount;
    int known = set.changes();
    set.add(vector);
    set.raise(thread, end);
    for (int change = known; change < set.changes(); change++) {
      int t = set.changed(change);
      if (!isPending[t]) {
        isPending[t] = true;
        pending[count++] = t;
      }
    }
    return count;
  }

  /** The set: how many events of each thread it holds. Valid until the next computation. */
  int[] prefix() {
    return prefix;
  }

  /**
   * The least index of an event of thread {@code t} that may stand in the place of e1 or e2 without
   * keeping this section open: how much of t the closure of the section's release holds.
   */
  int heldOpenUntil(int section, int t) {
    int end = sections.releasePoint(section);
    int owner = sections.thread(section);
    return end == NEVER || owner == t ? end : vectors.get(trf.vectorAfter(owner, end), t);
  }
}
