package dev.sooth.detect.prefix;

import dev.sooth.detect.WitnessSearch;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.order.automaton.PackedState;
import dev.sooth.race.Witness;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.Optional;

/**
 * Witnesses of granular prefix races: a second pass with the automaton for one first access, whose
 * guesses remember where each thread left the prefix and where it stopped. The schedule is the
 * prefix, then the grain, each in the order of the trace.
 *
 * <p>Looks for a sync-preserving one first, then for grains of one section, and for any grains only
 * if there is no other way. Time O(position of the second access · guesses) a witness.
 */
public final class PrefixWitnesses implements WitnessSearch {
  private final Trace trace;
  private final CriticalSections sections;
  private final SyncPreservingClosure.Query withoutGrain;

  public PrefixWitnesses(Trace trace) {
    this.trace = trace;
    sections = new CriticalSections(trace);
    withoutGrain = new SyncPreservingClosure(trace, sections).newQuery();
  }

  @Override
  public Optional<Witness> find(int firstPosition, int secondPosition) {
    if (withoutGrain.bothCanBeNext(firstPosition, secondPosition)) {
      return Optional.of(closedSet(secondPosition));
    }
    Optional<Witness> witness = find(Grains.SECTION, firstPosition, secondPosition);
    return witness.isPresent() ? witness : find(Grains.ANY, firstPosition, secondPosition);
  }

  private Witness closedSet(int secondPosition) {
    int[] schedule = new int[secondPosition];
    int size = 0;
    for (int i = 0; i < secondPosition; i++) {
      if (sections.point(i) < withoutGrain.prefix(trace.thread(i))) {
        schedule[size++] = i;
      }
    }
    return new Witness(Arrays.copyOf(schedule, size));
  }

  private Optional<Witness> find(Grains grains, int firstPosition, int secondPosition) {
    PrefixAutomaton automaton =
        PrefixAutomaton.forFirst(
            new PrefixOptions(grains, 0, 0, 1), firstPosition, trace.names().threads().size());
    automaton.makeRoom(trace.names());
    EventBatch batch = new EventBatch();
    batch.kind = trace.relevantKinds();
    batch.thread = trace.threads();
    batch.target = trace.targets();
    batch.location = trace.locations();
    automaton.process(batch, 0, secondPosition, (first, variable, at, kind, thread, where) -> {});
    boolean[] found = new boolean[1];
    automaton.process(
        batch,
        secondPosition,
        secondPosition + 1,
        (first, variable, at, kind, thread, where) -> found[0] = true);
    return found[0]
        ? Optional.of(schedule(automaton.accepted(), secondPosition))
        : Optional.empty();
  }

  private Witness schedule(PackedState guess, int secondPosition) {
    int[] schedule = new int[secondPosition];
    int size = 0;
    for (int i = 0; i < secondPosition; i++) {
      if (guess.isInPrefix(trace.thread(i), i)) {
        schedule[size++] = i;
      }
    }
    for (int i = 0; i < secondPosition; i++) {
      if (guess.isInGrain(trace.thread(i), i)) {
        schedule[size++] = i;
      }
    }
    return new Witness(Arrays.copyOf(schedule, size));
  }
}
