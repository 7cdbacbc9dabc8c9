package dev.sooth.detect.osr;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.MemoryBudget;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Trace;
import java.util.concurrent.CancellationException;

/** All that is computed once for a trace; immutable, so that workers can share it. */
record OsrIndex(TrfIndex trf, CriticalSections sections, Successors successors, AccessRuns runs) {

  private static final long BYTES_FOR_TWO_THREADS = 40;

  /**
   * Computes it.
   *
   * @throws CancellationException if the workers were stopped
   */
  static OsrIndex of(Trace trace, Workers crew) {
    if (crew.isStopped()) {
      throw new CancellationException();
    }
    long threads = trace.names().threads().size();
    new MemoryBudget("tables for each two of its threads")
        .take(BYTES_FOR_TWO_THREADS * threads * threads);
    CriticalSections sections = new CriticalSections(trace);
    TrfIndex trf = new TrfIndex(trace, sections, crew::isStopped);
    Successors[] successors = new Successors[1];
    AccessGroups[] groups = new AccessGroups[1];
    crew.forEach(
        2,
        (worker, piece) -> {
          if (piece == 0) {
            successors[0] = SuccessorsBuilder.build(trf, crew::isStopped);
          } else {
            groups[0] = new AccessGroups(trf, sections, crew::isStopped);
          }
        });
    if (crew.isStopped()) {
      throw new CancellationException();
    }
    AccessRuns runs = new AccessRuns(trf, sections, successors[0], groups[0]);
    return new OsrIndex(trf, sections, successors[0], runs);
  }
}
