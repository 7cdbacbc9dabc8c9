package dev.sooth.detect.osr;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.MemoryBudget;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.concurrent.CancellationException;

/** All that is computed once for a trace; immutable, so that workers can share it. */
record OsrIndex(TrfIndex trf, CriticalSections sections, Successors successors, AccessRuns runs) {

  private static final long BYTES_FOR_TWO_THREADS = 28;
  private static final long BYTES_FOR_TWO_THREADS_A_PART = 12;

  /**
   * Computes it. Each step is dealt to the workers in pieces, and steps that do not need each other
   * are done together: the closure and the sections; then, thread by thread and resource by
   * resource, users and guards, groups and edges.
   *
   * @throws CancellationException if the workers were stopped
   */
  static OsrIndex of(Trace trace, Workers crew) {
    crew.check();
    long threads = trace.names().threads().size();
    new MemoryBudget("tables for each two of its threads")
        .take(
            (BYTES_FOR_TWO_THREADS + BYTES_FOR_TWO_THREADS_A_PART * crew.count())
                * threads
                * threads);
    int[] points = CriticalSections.points(trace);
    CriticalSections[] sections = new CriticalSections[1];
    TrfIndex[] trf = new TrfIndex[1];
    SharedResources[] resources = new SharedResources[1];
    crew.forEach(
        3,
        (worker, piece) -> {
          switch (piece) {
            case 0 -> sections[0] = new CriticalSections(trace, points);
            case 1 -> trf[0] = new TrfIndex(trace, points, crew::isStopped);
            default -> resources[0] = new SharedResources(trace);
          }
        });
    crew.check();
    return of(trf[0], sections[0], resources[0], crew);
  }

  /** Each part is a pass over the trace, and one worker is busy with the groups meanwhile. */
  private static int parts(Workers crew) {
    return Math.max(1, crew.count() - 1);
  }

  /** Threads with many events first, so that no worker ends with a long one alone. */
  private static int[] bySize(TrfIndex trf) {
    long[] keys = new long[trf.threads()];
    for (int t = 0; t < keys.length; t++) {
      keys[t] = ((long) (Integer.MAX_VALUE - trf.events(t)) << 32) | t;
    }
    Arrays.sort(keys);
    int[] order = new int[keys.length];
    for (int k = 0; k < keys.length; k++) {
      order[k] = (int) keys[k];
    }
    return order;
  }

  private static OsrIndex of(
      TrfIndex trf, CriticalSections sections, SharedResources resources, Workers crew) {
    int threads = trf.threads();
    int[] order = bySize(trf);
    int parts = parts(crew);
    int[] part = resources.parts(parts);
    Users.Finder userFinder = new Users.Finder(trf, resources, crew.count());
    GuardingLocks guards = new GuardingLocks(trf, sections, resources);
    crew.forEach(
        parts + threads,
        (worker, piece) -> {
          if (piece < parts) {
            guards.count(part[piece], Math.min(part[piece + 1], resources.variables()), crew);
          } else {
            userFinder.find(worker, order[piece - parts]);
          }
        });
    crew.check();
    SuccessorsBuilder[] builders = SuccessorsBuilder.of(trf, resources, userFinder.users(), parts);
    AccessGroups.Finder groupFinder =
        new AccessGroups.Finder(trf, sections, resources, guards, crew.count());
    crew.forEach(
        parts + threads,
        (worker, piece) -> {
          if (piece < parts) {
            builders[piece].find(part[piece], part[piece + 1], crew);
          } else {
            groupFinder.find(worker, order[piece - parts]);
          }
        });
    crew.check();
    Successors successors = new Successors(trf);
    AccessGroups[] groups = new AccessGroups[1];
    crew.forEach(
        1 + threads,
        (worker, piece) -> {
          if (piece == 0) {
            groups[0] = groupFinder.groups();
          } else {
            successors.takeFrom(order[piece - 1], builders);
          }
        });
    crew.check();
    AccessRuns runs = new AccessRuns(trf, sections, successors, groups[0], order, crew);
    return new OsrIndex(trf, sections, successors, runs);
  }
}
