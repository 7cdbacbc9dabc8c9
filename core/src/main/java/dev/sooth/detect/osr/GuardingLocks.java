package dev.sooth.detect.osr;

import dev.sooth.detect.Workers;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;

/**
 * The two locks that are held most often at the accesses of each variable, found by counting with
 * two counters (Misra and Gries: a lock held at more than a third of the accesses is found).
 *
 * <p>Cost: O(depth of locking) an access, 16 bytes a variable. Variables may be dealt to workers.
 */
final class GuardingLocks {
  static final int GUARDS = 2; // a variable
  private static final int NONE = -1;

  private final TrfIndex trf;
  private final CriticalSections sections;
  private final SharedResources resources;
  private final int[] counters; // per variable and counter: a lock, and its lead over the others

  GuardingLocks(TrfIndex trf, CriticalSections sections, SharedResources resources) {
    this.trf = trf;
    this.sections = sections;
    this.resources = resources;
    counters = new int[2 * GUARDS * resources.variables()];
  }

  /** Counts for the variables with {@code from <= variable < to}. */
  void count(int from, int to, Workers crew) {
    Trace trace = trf.trace();
    byte[] kinds = trace.relevantKinds();
    for (int p = 0; p < trace.size(); p++) {
      if ((p & 0xFFFF) == 0) {
        crew.check();
      }
      int x = trace.target(p);
      if (Kind.isPlainAccess(kinds[p]) && x >= from && x < to && resources.isShared(x)) {
        int point = trf.index(p);
        int context = sections.context(trace.thread(p), point);
        for (int c = context; c != 0; c = sections.outer(c, point)) {
          vote(2 * GUARDS * x, sections.lock(sections.section(c)));
        }
      }
    }
  }

  private void vote(int at, int lock) {
    int free = NONE;
    for (int k = at; k < at + 2 * GUARDS; k += 2) {
      if (counters[k + 1] == 0) {
        free = k;
      } else if (counters[k] == lock) {
        counters[k + 1]++;
        return;
      }
    }
    if (free != NONE) {
      counters[free] = lock;
      counters[free + 1] = 1;
      return;
    }
    for (int k = at; k < at + 2 * GUARDS; k += 2) {
      counters[k + 1]--;
    }
  }

  /** One of the locks that often guard this variable, or -1. */
  int guard(int variable, int number) {
    int at = 2 * (GUARDS * variable + number);
    return counters[at + 1] > 0 ? counters[at] : NONE;
  }
}
