package dev.sooth.testkit;

import dev.sooth.testkit.SmallTrace.Section;
import dev.sooth.trace.Trace;
import java.util.NavigableSet;

/**
 * Weak-causal precedence by definition, as a fixpoint. ≺ is the least relation such that
 *
 * <ol type="a">
 *   <li>if a section of lock l with release r holds an event that conflicts with a later event e,
 *       and e lies in a section of l, then r ≺ e;
 *   <li>if r1 and r2 release one lock in different threads, r1 first, and some event of r1's
 *       section ≺ some event of r2's section, then r1 ≺ r2;
 *   <li>≤HB ∘ ≺ and ≺ ∘ ≤HB are within ≺.
 * </ol>
 *
 * Fork, join and volatile edges between threads are edges of ≺ too: as happens-before only they
 * would lose weak soundness. Sections include their acquire and release; conflicting events are of
 * different threads; volatile accesses conflict like plain ones. Races: pairs that can race and are
 * unordered by ≺.
 *
 * <p>Rule (b) between sections of one thread is left out on purpose: it would let a lock (or a
 * volatile variable) that only one thread uses order other threads' events, so that results would
 * depend on it.
 */
public final class WcpOracle {
  private WcpOracle() {}

  public static NavigableSet<Pair> races(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    return HbOracle.unordered(small, relation(small));
  }

  static Relation relation(SmallTrace trace) {
    Relation hb = HbOracle.relation(trace);
    Relation wcp = new Relation(trace.size);
    for (int j = 0; j < trace.size; j++) {
      for (int i = 0; i < j; i++) {
        if (HbOracle.edgeBesideLocks(trace, i, j)) {
          wcp.add(i, j);
        }
      }
    }
    for (Section earlier : trace.sections) {
      for (Section later : trace.sections) {
        if (earlier.lock() == later.lock() && earlier.acquire() < later.acquire()) {
          addConflictEdges(trace, earlier, later, wcp);
        }
      }
    }
    boolean changed = true;
    while (changed) {
      changed = composeWithHb(trace, hb, wcp);
      for (Section earlier : trace.sections) {
        for (Section later : trace.sections) {
          if (earlier.lock() == later.lock()
              && earlier.acquire() < later.acquire()
              && earlier.thread() != later.thread()
              && later.release() != SmallTrace.NONE
              && !wcp.holds(earlier.release(), later.release())
              && related(trace, wcp, earlier, later)) {
            changed |= wcp.add(earlier.release(), later.release());
          }
        }
      }
    }
    return wcp;
  }

  /** Rule (a). A later section on the lock means that the earlier one has a release. */
  private static void addConflictEdges(
      SmallTrace trace, Section earlier, Section later, Relation wcp) {
    for (int e = later.acquire(); e < trace.size; e++) {
      for (int f = earlier.acquire(); f < earlier.release(); f++) {
        if (trace.inside(e, later) && trace.inside(f, earlier) && trace.conflict(f, e)) {
          wcp.add(earlier.release(), e);
        }
      }
    }
  }

  /** The condition of rule (b). */
  private static boolean related(SmallTrace trace, Relation wcp, Section earlier, Section later) {
    for (int e = later.acquire(); e <= later.release(); e++) {
      for (int f = earlier.acquire(); f <= earlier.release(); f++) {
        if (trace.inside(e, later) && trace.inside(f, earlier) && wcp.holds(f, e)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Rule (c). */
  private static boolean composeWithHb(SmallTrace trace, Relation hb, Relation wcp) {
    boolean changed = false;
    for (int j = 0; j < trace.size; j++) {
      for (int i = 0; i < j; i++) {
        if (hb.holds(i, j)) {
          changed |= wcp.addAllBefore(i, j); // x ≺ i ≤HB j
        }
      }
      for (int i = j - 1; i >= 0; i--) {
        if (wcp.holds(i, j)) {
          changed |= wcp.addAllBefore(hb, i, j); // x ≤HB i ≺ j
        }
      }
    }
    return changed;
  }
}
