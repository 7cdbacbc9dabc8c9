package dev.sooth.detect.prefix;

import dev.sooth.detect.Stop;
import dev.sooth.detect.WitnessSearch;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.SyncPreservingClosure;
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
  private static final PrefixOptions SECTIONS = new PrefixOptions(Grains.SECTION, 0, 0, 1);

  private final Trace trace;
  private final SyncPreservingClosure.Query withoutGrain;

  public PrefixWitnesses(Trace trace) {
    this.trace = trace;
    withoutGrain = new SyncPreservingClosure(trace, new CriticalSections(trace)).newQuery();
  }

  @Override
  public Optional<Witness> find(int firstPosition, int secondPosition) {
    Optional<Witness> witness = findWithinSection(firstPosition, secondPosition);
    return witness.isPresent() ? witness : findAny(firstPosition, secondPosition);
  }

  /** A witness without a grain, or with a grain of one section. */
  Optional<Witness> findWithinSection(int firstPosition, int secondPosition) {
    return withoutGrain.close(firstPosition, secondPosition)
        ? Optional.of(Witness.ofCut(withoutGrain.prefixes()))
        : findSection(firstPosition, secondPosition);
  }

  private Optional<Witness> findSection(int firstPosition, int secondPosition) {
    LazyAutomaton automaton = LazyAutomaton.forFirst(SECTIONS, firstPosition);
    long[][] cuts = new long[1][];
    int end = search(automaton, secondPosition, () -> cuts[0] = automaton.accepted());
    if (cuts[0] == null) {
      return Optional.empty();
    }
    int grainThread = trace.thread(firstPosition);
    Schedule schedule = new Schedule(end);
    for (int i = 0; i < end; i++) {
      if (i < cuts[0][trace.thread(i)]) {
        schedule.add(i);
      }
    }
    for (int i = (int) cuts[0][grainThread]; i < firstPosition; i++) {
      if (trace.thread(i) == grainThread) {
        schedule.add(i);
      }
    }
    return Optional.of(schedule.witness());
  }

  private Optional<Witness> findAny(int firstPosition, int secondPosition) {
    AnyGrainAutomaton automaton =
        AnyGrainAutomaton.forFirst(
            PrefixOptions.anyGrains(), firstPosition, trace.names().threads().size());
    PackedState[] guess = new PackedState[1];
    int end = search(automaton, secondPosition, () -> guess[0] = automaton.accepted());
    if (guess[0] == null) {
      return Optional.empty();
    }
    Schedule schedule = new Schedule(end);
    for (int i = 0; i < end; i++) {
      if (guess[0].isInPrefix(trace.thread(i), i)) {
        schedule.add(i);
      }
    }
    for (int i = 0; i < end; i++) {
      if (guess[0].isInGrain(trace.thread(i), i)) {
        schedule.add(i);
      }
    }
    return Optional.of(schedule.witness());
  }

  /** Runs until the race is found; returns the position behind all that the witness can need. */
  private int search(Automaton automaton, int secondPosition, Runnable whenFound) {
    automaton.makeRoom(trace.names());
    EventBatch batch = new EventBatch();
    batch.kind = trace.relevantKinds();
    batch.thread = trace.threads();
    batch.target = trace.targets();
    batch.location = trace.locations();
    boolean[] isFound = new boolean[1];
    Automaton.Found found =
        (first, second, knownAt) -> {
          if (second.position == secondPosition) {
            whenFound.run();
            isFound[0] = true;
          }
        };
    automaton.process(batch, 0, secondPosition + 1, found, Stop.NEVER);
    int end = secondPosition;
    while (!isFound[0] && end + 1 < trace.size() && automaton.earliestPending() <= secondPosition) {
      end++;
      automaton.process(batch, end, end + 1, found, Stop.NEVER);
    }
    return end == secondPosition ? end : end + 1;
  }

  /** A schedule that is being written. */
  private static final class Schedule {
    private final int[] events;
    private int size;

    Schedule(int most) {
      events = new int[most];
    }

    void add(int event) {
      events[size++] = event;
    }

    Witness witness() {
      return new Witness(Arrays.copyOf(events, size));
    }
  }
}
