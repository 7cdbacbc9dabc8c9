package dev.sooth.testkit;

import dev.sooth.trace.Trace;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Predictable races by definition: the pairs that can race and of which both are next in some
 * correct reordering. Exhaustive search, for traces of up to about twenty events.
 */
public final class PredictableOracle {
  private PredictableOracle() {}

  public static NavigableSet<Pair> races(Trace trace) {
    return races(new SmallTrace(trace), Reorderings.Rule.ANY);
  }

  /** A correct reordering after which both events are next, or nothing. */
  public static Optional<int[]> witness(Trace trace, Pair pair) {
    SmallTrace small = new SmallTrace(trace);
    int[][] found = new int[1][];
    if (small.canRace(pair.first(), pair.second())) {
      Reorderings.walk(
          small,
          Reorderings.Rule.ANY,
          walk -> {
            if (walk.next(small.thread[pair.first()]) == pair.first()
                && walk.next(small.thread[pair.second()]) == pair.second()) {
              found[0] = walk.schedule();
            }
            return found[0] == null;
          });
    }
    return Optional.ofNullable(found[0]);
  }

  /** The pairs of which both are next in some correct reordering within the rule. */
  static NavigableSet<Pair> races(SmallTrace trace, Reorderings.Rule rule) {
    NavigableSet<Pair> races = new TreeSet<>();
    int candidates = countCandidates(trace);
    Reorderings.walk(
        trace,
        rule,
        walk -> {
          for (int t = 0; t < trace.threads; t++) {
            for (int u = 0; u < t; u++) {
              int a = walk.next(t);
              int b = walk.next(u);
              if (a != SmallTrace.NONE && b != SmallTrace.NONE && trace.canRace(a, b)) {
                races.add(new Pair(Math.min(a, b), Math.max(a, b)));
              }
            }
          }
          return races.size() < candidates;
        });
    return races;
  }

  private static int countCandidates(SmallTrace trace) {
    int count = 0;
    for (int j = 0; j < trace.size; j++) {
      for (int i = 0; i < j; i++) {
        count += trace.canRace(i, j) ? 1 : 0;
      }
    }
    return count;
  }
}
