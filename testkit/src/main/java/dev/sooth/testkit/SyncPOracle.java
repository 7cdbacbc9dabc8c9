package dev.sooth.testkit;

import dev.sooth.testkit.SmallTrace.Section;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.BitSet;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Sync-preserving races, twice: {@link #races} by definition, a search over all correct reorderings
 * in which sections of one lock come in the order of the trace; {@link #racesByClosure} by the
 * least set of events that such a reordering must have, for traces that are too long to search.
 */
public final class SyncPOracle {
  private SyncPOracle() {}

  public static NavigableSet<Pair> races(Trace trace) {
    return PredictableOracle.races(new SmallTrace(trace), SyncPOracle::keepsSectionOrder);
  }

  private static boolean keepsSectionOrder(Reorderings walk, int event) {
    SmallTrace trace = walk.trace();
    if (trace.kind[event] != Kind.ACQUIRE) {
      return true;
    }
    for (Section section : trace.sections) {
      if (section.lock() == trace.target[event]
          && section.acquire() > event
          && walk.isExecuted(section.acquire())) {
        return false;
      }
    }
    return true;
  }

  public static NavigableSet<Pair> racesByClosure(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    NavigableSet<Pair> races = new TreeSet<>();
    for (int j = 0; j < small.size; j++) {
      for (int i = 0; i < j; i++) {
        if (small.canRace(i, j)) {
          BitSet closure = closure(small, i, j);
          if (!closure.get(i) && !closure.get(j)) {
            races.add(new Pair(i, j));
          }
        }
      }
    }
    return races;
  }

  private static BitSet closure(SmallTrace trace, int first, int second) {
    BitSet set = new BitSet(trace.size);
    addPredecessors(trace, first, set);
    addPredecessors(trace, second, set);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Section section : trace.sections) {
        if (set.get(section.acquire())
            && section.release() != SmallTrace.NONE
            && !set.get(section.release())
            && hasLaterSection(trace, section, set)) {
          addWithPredecessors(trace, section.release(), set);
          changed = true;
        }
      }
    }
    return set;
  }

  private static boolean hasLaterSection(SmallTrace trace, Section section, BitSet set) {
    for (Section later : trace.sections) {
      if (later.lock() == section.lock()
          && later.acquire() > section.acquire()
          && set.get(later.acquire())) {
        return true;
      }
    }
    return false;
  }

  /** Adds what must be executed before the event can be: thread order and forks. */
  private static void addPredecessors(SmallTrace trace, int event, BitSet set) {
    addIfAny(trace, trace.previous(event), set);
    addIfAny(trace, trace.forkBefore(event, trace.thread[event]), set);
  }

  private static void addIfAny(SmallTrace trace, int event, BitSet set) {
    if (event != SmallTrace.NONE) {
      addWithPredecessors(trace, event, set);
    }
  }

  private static void addWithPredecessors(SmallTrace trace, int event, BitSet set) {
    if (set.get(event)) {
      return;
    }
    set.set(event);
    addPredecessors(trace, event, set);
    addIfAny(trace, trace.writerOf[event], set);
    if (trace.kind[event] == Kind.JOIN) {
      addIfAny(trace, trace.forkBefore(event, trace.target[event]), set);
      addIfAny(trace, trace.lastBefore(event, trace.target[event]), set);
    }
  }
}
