package dev.sooth.detect.syncp;

import dev.sooth.detect.WitnessSearch;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.Optional;

/**
 * Witnesses that keep the order of the trace: the closed set of what both accesses need, listed in
 * trace order. Exists for every SHB race and every sync-preserving race, and for some of HB's and
 * WCP's reports.
 *
 * <p>Time O(events) for the trace, O(position of the second access) a witness.
 */
public final class SyncPreservingWitnesses implements WitnessSearch {
  private final int[] threads;
  private final CriticalSections sections;
  private final SyncPreservingClosure.Query query;

  public SyncPreservingWitnesses(Trace trace) {
    threads = trace.threads();
    sections = new CriticalSections(trace);
    query = new SyncPreservingClosure(trace, sections).newQuery();
  }

  @Override
  public Optional<Witness> find(int firstPosition, int secondPosition) {
    if (!query.close(firstPosition, secondPosition)) {
      return Optional.empty();
    }
    int[] schedule = new int[secondPosition];
    int size = 0;
    for (int i = 0; i < secondPosition; i++) {
      if (sections.point(i) < query.prefix(threads[i])) {
        schedule[size++] = i;
      }
    }
    return Optional.of(new Witness(Arrays.copyOf(schedule, size)));
  }
}
