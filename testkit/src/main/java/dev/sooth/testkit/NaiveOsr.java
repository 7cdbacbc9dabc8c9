package dev.sooth.testkit;

import dev.sooth.testkit.SmallTrace.Section;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Optimistic sync-reversal races as in section 4.1 of [OSR24], each pair for itself: the closure as
 * a set of events (Algorithm 1), lock-feasibility, and the full optimistic reordering graph with
 * <em>all</em> conflict edges. Nothing is incremental or abstract. Cubic: for traces of some
 * hundred events, which are too long for {@link OsrOracle}, to check the engine that does it fast.
 */
public final class NaiveOsr {
  private final SmallTrace trace;
  private final BitSet[] closures; // per section with a release: TRClosure of the release
  private final List<int[]> edges = new ArrayList<>(); // those that do not depend on the set

  private NaiveOsr(SmallTrace trace) {
    this.trace = trace;
    closures = new BitSet[trace.sections.size()];
    for (int s = 0; s < closures.length; s++) {
      if (trace.sections.get(s).release() != SmallTrace.NONE) {
        closures[s] = new BitSet();
        OsrOracle.addClosure(trace, trace.sections.get(s).release(), closures[s]);
      }
    }
    for (int b = 0; b < trace.size; b++) {
      BitSet before = new BitSet();
      OsrOracle.addClosureBefore(trace, b, before);
      OsrOracle.addClosure(trace, b, before);
      for (int a = 0; a < b; a++) {
        if (before.get(a) || trace.conflict(a, b)) {
          edges.add(new int[] {a, b});
        }
      }
    }
  }

  /** All pairs. */
  public static NavigableSet<Pair> races(Trace trace) {
    NaiveOsr osr = new NaiveOsr(new SmallTrace(trace));
    NavigableSet<Pair> races = new TreeSet<>();
    for (int j = 0; j < osr.trace.size; j++) {
      for (int i = 0; i < j; i++) {
        if (osr.trace.canRace(i, j) && osr.isRace(i, j)) {
          races.add(new Pair(i, j));
        }
      }
    }
    return races;
  }

  private boolean isRace(int first, int second) {
    BitSet set = new BitSet();
    OsrOracle.addClosureBefore(trace, first, set);
    OsrOracle.addClosureBefore(trace, second, set);
    if (set.get(first) || set.get(second)) {
      return false;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int s = 0; s < closures.length; s++) {
        Section section = trace.sections.get(s);
        if (closures[s] != null
            && set.get(section.acquire())
            && !set.get(section.release())
            && !closures[s].get(first)
            && !closures[s].get(second)) {
          set.or(closures[s]);
          changed = true;
        }
      }
    }
    return isFeasible(set) && isAcyclic(set);
  }

  private static boolean isOpen(Section section, BitSet set) {
    return set.get(section.acquire())
        && (section.release() == SmallTrace.NONE || !set.get(section.release()));
  }

  private static boolean isClosed(Section section, BitSet set) {
    return section.release() != SmallTrace.NONE && set.get(section.release());
  }

  private boolean isFeasible(BitSet set) {
    BitSet openLocks = new BitSet();
    for (Section section : trace.sections) {
      if (isOpen(section, set)) {
        if (openLocks.get(section.lock())) {
          return false;
        }
        openLocks.set(section.lock());
      }
    }
    return true;
  }

  private boolean isAcyclic(BitSet set) {
    List<List<Integer>> successors = new ArrayList<>();
    int[] incoming = new int[trace.size];
    for (int e = 0; e < trace.size; e++) {
      successors.add(new ArrayList<>());
    }
    for (int[] edge : edges) {
      if (set.get(edge[0]) && set.get(edge[1])) {
        successors.get(edge[0]).add(edge[1]);
        incoming[edge[1]]++;
      }
    }
    for (Section a : trace.sections) {
      for (Section b : trace.sections) {
        if (a.lock() == b.lock()
            && a.acquire() != b.acquire()
            && isClosed(a, set)
            && (isOpen(b, set) || (isClosed(b, set) && a.acquire() < b.acquire()))) {
          successors.get(a.release()).add(b.acquire());
          incoming[b.acquire()]++;
        }
      }
    }
    List<Integer> ready = new ArrayList<>();
    set.stream().filter(e -> incoming[e] == 0).forEach(ready::add);
    int done = 0;
    while (!ready.isEmpty()) {
      int e = ready.remove(ready.size() - 1);
      done++;
      for (int next : successors.get(e)) {
        if (--incoming[next] == 0) {
          ready.add(next);
        }
      }
    }
    return done == set.cardinality();
  }
}
