package dev.sooth.detect.osr;

import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Trace;
import java.util.function.BooleanSupplier;

/** All that is computed once for a trace; immutable, so that workers can share it. */
record OsrIndex(TrfIndex trf, CriticalSections sections, Successors successors, AccessRuns runs) {

  static OsrIndex of(Trace trace, BooleanSupplier stop) {
    TrfIndex trf = new TrfIndex(trace, stop);
    CriticalSections sections = new CriticalSections(trf, stop);
    Successors successors = SuccessorsBuilder.build(trf, stop);
    return new OsrIndex(trf, sections, successors, new AccessRuns(trf, sections, successors));
  }
}
