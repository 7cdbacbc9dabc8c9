package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class M2ContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.M2;
  }

  /**
   * By definition: the least set that holds what precedes both in their threads, is closed under
   * what every event needs, and in which sections of third threads on shared locks are closed; the
   * pair races if neither is in it and some correct reordering executes exactly this set.
   */
  @Override
  protected Set<Pair> expected(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    NavigableSet<Pair> predictable = Oracle.predictable(trace);
    NavigableSet<Pair> races = new TreeSet<>();
    for (Pair pair : predictable) {
      int[] wanted = fixedSet(small, pair);
      if (wanted[small.thread[pair.first()]] == small.indexInThread[pair.first()]
          && wanted[small.thread[pair.second()]] == small.indexInThread[pair.second()]
          && isReached(small, wanted)) {
        races.add(pair);
      }
    }
    return races;
  }

  /** All reorderings are too many there; the order of the trace is one that must be found. */
  @Override
  protected Expectation expectedOnLonger(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    ReorderedExecution inTraceOrder = new ReorderedExecution(small);
    Set<Pair> races = new TreeSet<>();
    for (int j = 0; j < small.size; j++) {
      for (int i = 0; i < j; i++) {
        if (small.canRace(i, j)) {
          int[] wanted = fixedSet(small, new Pair(i, j));
          boolean[] events = new boolean[small.size];
          for (int e = 0; e < small.size; e++) {
            events[e] = small.indexInThread[e] < wanted[small.thread[e]];
          }
          inTraceOrder.reset();
          if (!events[i] && !events[j] && inTraceOrder.runAll(events, false)) {
            races.add(new Pair(i, j));
          }
        }
      }
    }
    return Expectation.atLeast(races);
  }

  private static boolean isReached(SmallTrace small, int[] wanted) {
    boolean[] reached = {false};
    Reorderings.walk(
        small,
        (walk, event) -> small.indexInThread[event] < wanted[small.thread[event]],
        walk -> {
          int left = 0;
          for (int i = 0; i < small.size; i++) {
            boolean inside = small.indexInThread[i] < wanted[small.thread[i]];
            left += inside && !walk.isExecuted(i) ? 1 : 0;
          }
          reached[0] = left == 0;
          return !reached[0];
        });
    return reached[0];
  }

  private static int[] fixedSet(SmallTrace small, Pair pair) {
    int[] prefix = new int[small.threads];
    int t1 = small.thread[pair.first()];
    int t2 = small.thread[pair.second()];
    prefix[t1] = small.indexInThread[pair.first()];
    prefix[t2] = small.indexInThread[pair.second()];
    add(prefix, small, small.forkBefore(pair.first(), t1));
    add(prefix, small, small.forkBefore(pair.second(), t2));
    boolean stable = false;
    while (!stable) {
      int[] before = prefix.clone();
      for (int i = 0; i < small.size; i++) {
        if (small.indexInThread[i] < prefix[small.thread[i]]) {
          add(prefix, small, small.writerOf[i]);
          add(prefix, small, small.forkBefore(i, small.thread[i]));
          if (small.kind[i] == Kind.JOIN) {
            add(prefix, small, small.forkBefore(i, small.target[i]));
            add(prefix, small, small.lastBefore(i, small.target[i]));
          }
        }
      }
      for (SmallTrace.Section section : small.sections) {
        boolean inside = small.indexInThread[section.acquire()] < prefix[section.thread()];
        boolean third = section.thread() != t1 && section.thread() != t2;
        if (inside && third && isShared(small, section)) {
          add(prefix, small, section.release());
        }
      }
      // Where a section must stay open, the others on its lock must be closed.
      for (SmallTrace.Section open : small.sections) {
        if (isOpen(small, open, prefix) && mustStayOpen(open, t1, t2)) {
          for (SmallTrace.Section other : small.sections) {
            if (other.lock() == open.lock()
                && !other.equals(open)
                && isOpen(small, other, prefix)) {
              add(prefix, small, other.release());
            }
          }
        }
      }
      stable = Arrays.equals(before, prefix);
    }
    return prefix;
  }

  private static boolean isShared(SmallTrace small, SmallTrace.Section section) {
    return small.sections.stream()
        .anyMatch(s -> s.lock() == section.lock() && s.thread() != section.thread());
  }

  private static boolean isOpen(SmallTrace small, SmallTrace.Section section, int[] prefix) {
    int reached = prefix[section.thread()];
    return small.indexInThread[section.acquire()] < reached
        && (section.release() == SmallTrace.NONE
            || small.indexInThread[section.release()] >= reached);
  }

  private static boolean mustStayOpen(SmallTrace.Section section, int t1, int t2) {
    return section.release() == SmallTrace.NONE || section.thread() == t1 || section.thread() == t2;
  }

  private static void add(int[] prefix, SmallTrace small, int event) {
    if (event != SmallTrace.NONE) {
      int thread = small.thread[event];
      prefix[thread] = Math.max(prefix[thread], small.indexInThread[event] + 1);
    }
  }

  @Test
  void twoThreadsAreDecidedCompletely() {
    ContendedTraces.Shape small = ContendedTraces.Shape.small();
    ContendedTraces.Shape two =
        new ContendedTraces.Shape(
            16, 2, 3, 3, 0, small.nesting(), small.crossing(), 0.08, 0.08, 0.04, 0.03);
    ContendedTraces traces = new ContendedTraces(two, RandomCheck.seed());
    RandomCheck.forAll(
        "m2 on two threads",
        5_000,
        traces::next,
        (trace, random) -> {
          assertThat(EngineRun.pairs(EngineRun.races(Engines.M2, trace, Pairs.ALL)))
              .isEqualTo(Oracle.predictable(trace));
          return null;
        });
  }
}
