package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Granular prefix races by brute force, in four ways.
 *
 * <ul>
 *   <li>{@link #races}: [Ang25] Def. 5.4 to the letter, with every choice of prefix and grains, and
 *       each grain contiguous in some maximal suffix. For traces of about ten events.
 *   <li>{@link #racesOfAnyGrains}: the same without contiguity, which the automaton of the paper's
 *       section 6.2 has no state for. Larger, still predictable, and unlike the former the same for
 *       all orders of independent events.
 *   <li>{@link #racesByReordering}: the latter once more, from what it comes to: a prefix and one
 *       grain, each in the order of the trace, after which both accesses are next.
 *   <li>{@link #racesOfSections}: the same, with the grains of the engine's heuristic.
 * </ul>
 */
public final class GPrefixOracle {
  private final SmallTrace trace;
  private final ReorderedExecution execution;
  private final NavigableSet<Pair> races = new TreeSet<>();
  private final Map<List<Integer>, List<boolean[]>> maximalSuffixes = new HashMap<>();
  private boolean contiguous;
  private int sectionSize; // 0 for grains of any shape

  private GPrefixOracle(Trace trace) {
    this.trace = new SmallTrace(trace);
    this.execution = new ReorderedExecution(this.trace);
  }

  public static NavigableSet<Pair> races(Trace trace) {
    return new GPrefixOracle(trace).search(true);
  }

  public static NavigableSet<Pair> racesOfAnyGrains(Trace trace) {
    return new GPrefixOracle(trace).search(false);
  }

  public static NavigableSet<Pair> racesByReordering(Trace trace) {
    return new GPrefixOracle(trace).searchReorderings();
  }

  /**
   * Races whose grain has events of the first access's thread only, begins with an acquire, and
   * holds at every moment a lock that it acquired itself.
   *
   * @param most the most events of a grain, the first access included
   */
  public static NavigableSet<Pair> racesOfSections(Trace trace, int most) {
    GPrefixOracle oracle = new GPrefixOracle(trace);
    oracle.sectionSize = most;
    return oracle.searchReorderings();
  }

  /** How many choices {@link #races} looks at, to leave out traces that would take too long. */
  public static double choices(Trace trace) {
    double choices = 1;
    for (int[] events : new SmallTrace(trace).eventsOf) {
      double n = events.length;
      choices *= (n + 1) * (n + 2) * (n + 3) / 6;
    }
    return choices;
  }

  private NavigableSet<Pair> search(boolean contiguousGrains) {
    contiguous = contiguousGrains;
    forEachCut(
        new int[trace.threads],
        prefixEnd -> {
          boolean[] prefix = events(new int[trace.threads], prefixEnd);
          if (isPrefix(prefix)) {
            forEachCut(
                prefixEnd,
                firstEnd ->
                    forEachCut(
                        firstEnd, secondEnd -> tryGrains(prefix, prefixEnd, firstEnd, secondEnd)));
          }
        });
    return races;
  }

  private void tryGrains(boolean[] prefix, int[] prefixEnd, int[] firstEnd, int[] secondEnd) {
    boolean[] grain1 = events(prefixEnd, firstEnd);
    boolean[] grain2 = events(firstEnd, secondEnd);
    int last1 = last(grain1);
    int first2 = first(grain2);
    if (last1 < 0 || first2 == trace.size || last1 > first2) {
      return;
    }
    List<Pair> found = new ArrayList<>();
    for (int j = first2; j < trace.size; j++) {
      for (int i = 0; grain2[j] && i <= last1; i++) {
        if (grain1[i] && trace.canRace(i, j) && !races.contains(new Pair(i, j))) {
          found.add(new Pair(i, j));
        }
      }
    }
    if (found.isEmpty() || !isEnabled(prefix, grain1, grain2)) {
      return;
    }
    found.removeIf(pair -> !isNeighbour(pair, grain1, grain2));
    if (!found.isEmpty()
        && (!contiguous
            || (isContiguous(prefix, prefixEnd, grain1)
                && isContiguous(prefix, prefixEnd, grain2)))) {
      races.addAll(found);
    }
  }

  private boolean isPrefix(boolean[] prefix) {
    execution.reset();
    return execution.runAll(prefix, false);
  }

  private boolean isEnabled(boolean[] prefix, boolean[] grain1, boolean[] grain2) {
    return isPrefix(prefix) && execution.runAll(grain1, true) && execution.runAll(grain2, true);
  }

  /** Whether the pair is a Mazurkiewicz race of the two grains, one after the other. */
  private boolean isNeighbour(Pair pair, boolean[] grain1, boolean[] grain2) {
    List<Integer> after = new ArrayList<>();
    after.add(pair.first());
    for (int i = pair.first() + 1; i < pair.second(); i++) {
      if (grain1[i] || grain2[i]) {
        for (int earlier : after) {
          if (MazurkiewiczOracle.dependent(trace, earlier, i)) {
            after.add(i);
            break;
          }
        }
      }
    }
    for (int i = 1; i < after.size(); i++) {
      if (MazurkiewiczOracle.dependent(trace, after.get(i), pair.second())) {
        return false;
      }
    }
    return true;
  }

  /** Whether some maximal suffix of the prefix has this grain, and nothing else in between. */
  private boolean isContiguous(boolean[] prefix, int[] prefixEnd, boolean[] grain) {
    int first = first(grain);
    int last = last(grain);
    for (boolean[] suffix : maximalSuffixes(prefix, prefixEnd)) {
      boolean same = true;
      for (int i = first; i <= last && same; i++) {
        same = suffix[i] == grain[i];
      }
      if (same) {
        return true;
      }
    }
    return false;
  }

  private List<boolean[]> maximalSuffixes(boolean[] prefix, int[] prefixEnd) {
    List<Integer> key = new ArrayList<>();
    for (int end : prefixEnd) {
      key.add(end);
    }
    return maximalSuffixes.computeIfAbsent(
        key,
        k -> {
          List<boolean[]> suffixes = new ArrayList<>();
          forEachCut(
              prefixEnd,
              suffixEnd -> {
                boolean[] suffix = events(prefixEnd, suffixEnd);
                if (isPrefix(prefix) && execution.runAll(suffix, true)) {
                  suffixes.add(suffix);
                }
              });
          List<boolean[]> maximal = new ArrayList<>();
          for (boolean[] suffix : suffixes) {
            if (suffixes.stream().noneMatch(other -> other != suffix && isWithin(suffix, other))) {
              maximal.add(suffix);
            }
          }
          return maximal;
        });
  }

  private static boolean isWithin(boolean[] some, boolean[] all) {
    for (int i = 0; i < some.length; i++) {
      if (some[i] && !all[i]) {
        return false;
      }
    }
    return true;
  }

  private NavigableSet<Pair> searchReorderings() {
    List<Pair> candidates = new ArrayList<>();
    for (int j = 0; j < trace.size; j++) {
      for (int i = 0; i < j; i++) {
        if (trace.canRace(i, j)) {
          candidates.add(new Pair(i, j));
        }
      }
    }
    if (candidates.isEmpty()) {
      return races;
    }
    forEachCut(
        new int[trace.threads],
        prefixEnd -> {
          boolean[] prefix = events(new int[trace.threads], prefixEnd);
          if (races.size() < candidates.size() && isPrefix(prefix)) {
            forEachCut(
                prefixEnd,
                grainEnd -> {
                  boolean[] grain = events(prefixEnd, grainEnd);
                  if (isPrefix(prefix) && execution.runAll(grain, false)) {
                    for (Pair pair : candidates) {
                      if (execution.isNext(pair.first())
                          && execution.isNext(pair.second())
                          && last(grain) < pair.second()
                          && !grainDependsOn(pair.first(), grain)
                          && (sectionSize == 0 || isSection(pair.first(), grain))) {
                        races.add(pair);
                      }
                    }
                  }
                });
          }
        });
    return races;
  }

  private boolean isSection(int first, boolean[] grain) {
    int thread = trace.thread[first];
    int before = 0; // how many events of the thread come before the grain
    int events = 1;
    for (int i = 0; i < trace.size; i++) {
      if (grain[i]) {
        if (trace.thread[i] != thread) {
          return false;
        }
        events += isNoEvent(trace.kind[i]) ? 0 : 1;
      } else if (trace.thread[i] == thread && i < first && first(grain) > i) {
        before++;
      }
    }
    if (events == 1) {
      return true;
    }
    int begin = trace.eventsOf[thread][before];
    return events <= sectionSize && trace.kind[begin] == Kind.ACQUIRE && holdsOwn(begin, first);
  }

  private static boolean isNoEvent(byte kind) {
    return kind == Kind.NOP || kind == Kind.BEGIN || kind == Kind.END;
  }

  /** Whether between the two events the thread always holds a lock that it did not before. */
  private boolean holdsOwn(int begin, int end) {
    for (int i = begin + 1; i <= end; i++) {
      if (trace.thread[i] != trace.thread[begin]) {
        continue;
      }
      int at = i;
      boolean own =
          trace.sections.stream()
              .filter(s -> s.thread() == trace.thread[begin] && s.acquire() < at)
              .filter(s -> s.release() == SmallTrace.NONE || s.release() >= at)
              .anyMatch(
                  s ->
                      s.acquire() >= begin
                          && trace.sections.stream()
                              .noneMatch(
                                  earlier ->
                                      earlier.lock() == s.lock()
                                          && earlier.thread() == s.thread()
                                          && earlier.acquire() < begin
                                          && (earlier.release() == SmallTrace.NONE
                                              || earlier.release() >= begin)));
      if (!own) {
        return false;
      }
    }
    return true;
  }

  private boolean grainDependsOn(int first, boolean[] grain) {
    for (int i = first + 1; i < trace.size; i++) {
      if (grain[i] && trace.conflict(first, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean[] events(int[] from, int[] to) {
    boolean[] events = new boolean[trace.size];
    for (int t = 0; t < trace.threads; t++) {
      for (int i = from[t]; i < to[t]; i++) {
        events[trace.eventsOf[t][i]] = true;
      }
    }
    return events;
  }

  private int first(boolean[] events) {
    int i = 0;
    while (i < events.length && !events[i]) {
      i++;
    }
    return i;
  }

  private int last(boolean[] events) {
    int i = events.length - 1;
    while (i >= 0 && !events[i]) {
      i--;
    }
    return i;
  }

  /** How many events of each thread. */
  @FunctionalInterface
  private interface Cut {
    void take(int[] end);
  }

  /** Calls back with all ends of the threads from this beginning. */
  private void forEachCut(int[] from, Cut cut) {
    int[] end = from.clone();
    while (true) {
      cut.take(end.clone());
      int t = 0;
      while (t < end.length && end[t] == trace.eventsOf[t].length) {
        end[t] = from[t];
        t++;
      }
      if (t == end.length) {
        return;
      }
      end[t]++;
    }
  }
}
