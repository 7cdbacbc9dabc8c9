package dev.sooth.detect.syncp;

import dev.sooth.detect.WitnessSearch;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.Optional;

/**
 * Witnesses that keep the order of the trace: the closed set of what both accesses need, listed in
 * trace order. Exists for every SHB race and every sync-preserving race, and for some of HB's and
 * WCP's reports.
 *
 * <p>Time O(events) for the trace, O(threads) a witness and each section that has to be closed.
 */
public final class SyncPreservingWitnesses implements WitnessSearch {
  private final SyncPreservingClosure.Query query;

  public SyncPreservingWitnesses(Trace trace) {
    query = new SyncPreservingClosure(trace, new CriticalSections(trace)).newQuery();
  }

  @Override
  public Optional<Witness> find(int firstPosition, int secondPosition) {
    return query.close(firstPosition, secondPosition)
        ? Optional.of(Witness.ofCut(query.prefixes()))
        : Optional.empty();
  }
}
