package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.order.TrfIndex;

/**
 * [OSR24] Alg. 3 and 4 for one second access: goes through the earlier accesses that may race with
 * it, thread by thread and in trace order. Accesses inside the TRF closure of what comes before the
 * second access are skipped by a search, and so are those that a refutation covers.
 *
 * <p>Cost: O(log runs) a rival group, and one decision for each step. Not thread-safe: each worker
 * has its own.
 */
final class PartnerScan {
  static final int NONE = -1;

  private final TrfIndex trf;
  private final AccessRuns runs;
  private final OptimisticDecision decider;

  PartnerScan(OsrIndex index) {
    trf = index.trf();
    runs = index.runs();
    decider = new OptimisticDecision(trf, index.sections(), index.successors());
  }

  /** The first run in the order of the scan whose accesses race with those of this run, or NONE. */
  int firstPartner(int run) {
    return scan(run, null);
  }

  /** Appends all runs with earlier accesses that race with those of this run. */
  void allPartners(int run, IntArrayList found) {
    scan(run, found);
  }

  private int scan(int run, IntArrayList found) {
    int group = runs.groupOf(run);
    AccessGroups groups = runs.groups();
    int t2 = groups.thread(group);
    int j = runs.head(run);
    int second = trf.position(t2, j);
    int before = trf.vectorBefore(t2, j);
    for (int r = 0; r < groups.rivals(group); r++) {
      int rival = groups.rival(group, r);
      if (rival == NONE) {
        continue;
      }
      int t1 = groups.thread(rival);
      int end = runs.endOf(rival);
      int known = trf.vectors().get(before, t1);
      int candidate = runs.firstRunFrom(rival, known, runs.startOf(rival));
      while (candidate < end) {
        int i = runs.head(candidate);
        if (trf.position(t1, i) > second) {
          break;
        }
        int until = decider.refutedUntil(t1, i, t2, j);
        if (until > 0) {
          candidate = runs.firstRunFrom(rival, until, candidate);
          continue;
        }
        if (found == null) {
          return candidate;
        }
        found.add(candidate++);
      }
    }
    return NONE;
  }
}
