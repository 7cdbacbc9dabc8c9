package dev.sooth.example.lockset;

import dev.sooth.detect.Engine;
import dev.sooth.testkit.DetectorContractTest;
import dev.sooth.testkit.Pair;
import dev.sooth.testkit.SmallTrace;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Set;
import java.util.TreeSet;

/** An engine that the table does not have passes the contract as any other. */
class LocksetContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return LocksetDetector.ENGINE;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    boolean[][] before = before(small);
    Set<Pair> pairs = new TreeSet<>();
    for (int j = 0; j < small.size; j++) {
      for (int i = 0; i < j; i++) {
        if (small.canRace(i, j) && !before[i][j] && !haveCommonLock(small, i, j)) {
          pairs.add(new Pair(i, j));
        }
      }
    }
    return pairs;
  }

  /** Thread order, forks and joins, closed under transitivity. */
  private static boolean[][] before(SmallTrace trace) {
    boolean[][] before = new boolean[trace.size][trace.size];
    for (int j = 0; j < trace.size; j++) {
      for (int i = j - 1; i >= 0; i--) {
        boolean fork = trace.kind[i] == Kind.FORK;
        boolean join = trace.kind[j] == Kind.JOIN;
        before[i][j] =
            trace.thread[i] == trace.thread[j]
                || (fork && trace.target[i] == trace.thread[j])
                || (join && trace.target[j] == trace.thread[i])
                || (fork && join && trace.target[i] == trace.target[j]);
        for (int between = i + 1; between < j; between++) {
          before[i][j] |= before[i][between] && before[between][j];
        }
      }
    }
    return before;
  }

  private static boolean haveCommonLock(SmallTrace trace, int a, int b) {
    for (SmallTrace.Section one : trace.sections) {
      for (SmallTrace.Section other : trace.sections) {
        if (one.lock() == other.lock() && trace.inside(a, one) && trace.inside(b, other)) {
          return true;
        }
      }
    }
    return false;
  }
}
