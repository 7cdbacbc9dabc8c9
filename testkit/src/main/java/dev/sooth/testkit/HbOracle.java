package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Happens-before by definition: the least transitive relation that holds thread order, release →
 * later acquire of the lock, fork → events of the thread → join (and fork → join), volatile write →
 * later volatile read of the variable. Its races: the pairs that can race and are not related.
 */
public final class HbOracle {
  private HbOracle() {}

  public static NavigableSet<Pair> races(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    return unordered(small, relation(small));
  }

  static Relation relation(SmallTrace trace) {
    return Relation.closureOf(trace.size, (i, j) -> edge(trace, i, j));
  }

  /** Whether the definition relates these two directly. */
  static boolean edge(SmallTrace trace, int i, int j) {
    return trace.thread[i] == trace.thread[j]
        || (trace.kind[i] == Kind.RELEASE
            && trace.kind[j] == Kind.ACQUIRE
            && trace.target[i] == trace.target[j])
        || edgeBesideLocks(trace, i, j);
  }

  /** The edges between threads that do not come from locks. */
  static boolean edgeBesideLocks(SmallTrace trace, int i, int j) {
    boolean fork = trace.kind[i] == Kind.FORK;
    boolean join = trace.kind[j] == Kind.JOIN;
    return (fork && trace.target[i] == trace.thread[j])
        || (join && trace.target[j] == trace.thread[i])
        || (fork && join && trace.target[i] == trace.target[j])
        || (trace.kind[i] == Kind.VOLATILE_WRITE
            && trace.kind[j] == Kind.VOLATILE_READ
            && trace.target[i] == trace.target[j]
            && trace.thread[i] != trace.thread[j]);
  }

  static NavigableSet<Pair> unordered(SmallTrace trace, Relation order) {
    NavigableSet<Pair> races = new TreeSet<>();
    for (int j = 0; j < trace.size; j++) {
      for (int i = 0; i < j; i++) {
        if (trace.canRace(i, j) && !order.holds(i, j)) {
          races.add(new Pair(i, j));
        }
      }
    }
    return races;
  }
}
