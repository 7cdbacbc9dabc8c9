package dev.sooth.testkit;

import dev.sooth.testkit.SmallTrace.Section;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;

/**
 * Predictable deadlocks by definition: some correct reordering ends with threads that each wait for
 * a lock that the next of them holds. Weak-causal precedence promises, for its first report, a race
 * or one of these.
 */
public final class DeadlockOracle {
  private DeadlockOracle() {}

  public static boolean hasDeadlock(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    boolean[] found = new boolean[1];
    Reorderings.walk(
        small,
        Reorderings.Rule.ANY,
        walk -> {
          found[0] = isDeadlock(small, walk);
          return !found[0];
        });
    return found[0];
  }

  private static boolean isDeadlock(SmallTrace trace, Reorderings walk) {
    int[] waitsFor = new int[trace.threads];
    for (int t = 0; t < trace.threads; t++) {
      int next = walk.next(t);
      waitsFor[t] =
          next != SmallTrace.NONE && trace.kind[next] == Kind.ACQUIRE
              ? holder(trace, walk, trace.target[next])
              : SmallTrace.NONE;
    }
    for (int t = 0; t < trace.threads; t++) {
      int at = waitsFor[t];
      for (int steps = 0; steps < trace.threads && at != SmallTrace.NONE; steps++) {
        if (at == t) {
          return true;
        }
        at = waitsFor[at];
      }
    }
    return false;
  }

  private static int holder(SmallTrace trace, Reorderings walk, int lock) {
    for (Section section : trace.sections) {
      if (section.lock() == lock
          && walk.isExecuted(section.acquire())
          && (section.release() == SmallTrace.NONE || !walk.isExecuted(section.release()))) {
        return section.thread();
      }
    }
    return SmallTrace.NONE;
  }
}
