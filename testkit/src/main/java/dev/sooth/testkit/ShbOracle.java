package dev.sooth.testkit;

import dev.sooth.trace.Trace;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Schedulable happens-before by definition: happens-before plus an edge to each read, plain or
 * volatile, from the write that it reads. (e1,e2) is a race when they can race and e1 is not before
 * e2 by a path that enters e2 by an edge of happens-before: the reads-from edge into e2 itself does
 * not count, since what e2 would read does not matter.
 */
public final class ShbOracle {
  private ShbOracle() {}

  public static NavigableSet<Pair> races(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    Relation order =
        Relation.closureOf(
            small.size, (i, j) -> HbOracle.edge(small, i, j) || small.writerOf[j] == i);
    NavigableSet<Pair> races = new TreeSet<>();
    for (int j = 0; j < small.size; j++) {
      for (int i = 0; i < j; i++) {
        if (small.canRace(i, j) && !before(small, order, i, j)) {
          races.add(new Pair(i, j));
        }
      }
    }
    return races;
  }

  private static boolean before(SmallTrace trace, Relation order, int first, int second) {
    for (int last = 0; last < second; last++) {
      if (HbOracle.edge(trace, last, second) && (last == first || order.holds(first, last))) {
        return true;
      }
    }
    return false;
  }
}
