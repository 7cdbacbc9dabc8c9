package dev.sooth.detect.osr;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.MemoryBudget;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Trace;
import java.util.function.BooleanSupplier;

/** All that is computed once for a trace; immutable, so that workers can share it. */
record OsrIndex(TrfIndex trf, CriticalSections sections, Successors successors, AccessRuns runs) {

  private static final long BYTES_FOR_TWO_THREADS = 40;

  static OsrIndex of(Trace trace, BooleanSupplier stop) {
    long threads = trace.names().threads().size();
    new MemoryBudget("tables for each two of its threads")
        .take(BYTES_FOR_TWO_THREADS * threads * threads);
    CriticalSections sections = new CriticalSections(trace);
    TrfIndex trf = new TrfIndex(trace, sections, stop);
    Successors successors = SuccessorsBuilder.build(trf, stop);
    return new OsrIndex(trf, sections, successors, new AccessRuns(trf, sections, successors));
  }
}
