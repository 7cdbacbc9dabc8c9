package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Mazurkiewicz races by definition: conflicting accesses with no third event between them in the
 * dependence order, the closure of thread order, conflicts, operations on one lock, forks and
 * joins.
 */
public final class MazurkiewiczOracle {
  private MazurkiewiczOracle() {}

  public static NavigableSet<Pair> races(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    Relation before = Relation.closureOf(small.size, (i, j) -> dependent(small, i, j));
    NavigableSet<Pair> races = new TreeSet<>();
    for (int j = 0; j < small.size; j++) {
      for (int i = 0; i < j; i++) {
        if (small.canRace(i, j) && !hasBetween(before, i, j)) {
          races.add(new Pair(i, j));
        }
      }
    }
    return races;
  }

  private static boolean hasBetween(Relation before, int first, int second) {
    for (int k = first + 1; k < second; k++) {
      if (before.holds(first, k) && before.holds(k, second)) {
        return true;
      }
    }
    return false;
  }

  /** Whether two events cannot be swapped when they are neighbours. */
  static boolean dependent(SmallTrace trace, int a, int b) {
    return trace.thread[a] == trace.thread[b]
        || trace.conflict(a, b)
        || (Kind.isLockOperation(trace.kind[a])
            && Kind.isLockOperation(trace.kind[b])
            && trace.target[a] == trace.target[b])
        || concerns(trace, a, b)
        || concerns(trace, b, a);
  }

  /**
   * Whether the first is a fork or join of the second's thread, or of one that it joins. Events of
   * a thread before its fork, by a descendant, have nothing to do with the fork.
   */
  private static boolean concerns(SmallTrace trace, int a, int b) {
    if (trace.kind[a] == Kind.FORK) {
      boolean joins = trace.kind[b] == Kind.JOIN && trace.target[a] == trace.target[b];
      return joins || (trace.target[a] == trace.thread[b] && a < b);
    }
    return trace.kind[a] == Kind.JOIN && trace.target[a] == trace.thread[b];
  }
}
