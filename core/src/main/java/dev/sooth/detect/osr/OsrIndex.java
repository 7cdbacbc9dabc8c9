package dev.sooth.detect.osr;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.MemoryBudget;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Trace;
import java.util.concurrent.CancellationException;

/** All that is computed once for a trace; immutable, so that workers can share it. */
record OsrIndex(TrfIndex trf, CriticalSections sections, Successors successors, AccessRuns runs) {

  private static final long BYTES_FOR_TWO_THREADS = 28;
  private static final long BYTES_FOR_TWO_THREADS_A_WORKER = 12;

  /**
   * Computes it. The closure is computed by one worker, since each event needs what came before;
   * all that follows is dealt out by resources, and then by threads.
   *
   * @throws CancellationException if the workers were stopped
   */
  static OsrIndex of(Trace trace, Workers crew) {
    crew.check();
    long threads = trace.names().threads().size();
    new MemoryBudget("tables for each two of its threads")
        .take(
            (BYTES_FOR_TWO_THREADS + BYTES_FOR_TWO_THREADS_A_WORKER * crew.count())
                * threads
                * threads);
    CriticalSections[] sections = new CriticalSections[1];
    TrfIndex[] trf = new TrfIndex[1];
    SharedResources[] resources = new SharedResources[1];
    crew.forEach(
        2,
        (worker, piece) -> {
          if (piece == 0) {
            sections[0] = new CriticalSections(trace);
            trf[0] = new TrfIndex(trace, sections[0], crew::isStopped);
          } else {
            resources[0] = new SharedResources(trace);
          }
        });
    crew.check();
    return of(trf[0], sections[0], resources[0], crew);
  }

  private static OsrIndex of(
      TrfIndex trf, CriticalSections sections, SharedResources resources, Workers crew) {
    Users users = new Users(trf, resources, crew);
    Edges[] edges = SuccessorsBuilder.build(trf, resources, users, crew);
    Successors successors = new Successors(trf, edges, crew);
    AccessGroups groups = new AccessGroups(trf, sections, resources, crew);
    AccessRuns runs = new AccessRuns(trf, sections, successors, groups, crew);
    return new OsrIndex(trf, sections, successors, runs);
  }
}
