package dev.sooth.testkit;

import com.carrotsearch.hppc.LongHashSet;
import dev.sooth.testkit.SmallTrace.Section;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.BitSet;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Optimistic sync-reversal races, from Definition 1 of [OSR24] and from nothing else: tries
 * <em>every</em> optimistically lock-closed set, and searches every order of its events for an
 * optimistic correct reordering. Neither the least closure nor a graph is used, so that the lemmas
 * about them are tested too. For traces of up to about twenty events.
 *
 * <p>Reads section 3.1 of the paper as errata 1 to 3 of the project's notes do: e1 and e2 are
 * outside the set, and an acquire that is never released stays open. A thread's fork is before all
 * that the thread does after it, and a join after all that its thread does before it.
 */
public final class OsrOracle {
  private final SmallTrace trace;
  private final BitSet[] closures; // per event: its TRClosure
  private final int first;
  private final int second;
  private final int[] prefix; // the set that is tried: how many events of each thread it holds

  private OsrOracle(SmallTrace trace, BitSet[] closures, int first, int second) {
    this.trace = trace;
    this.closures = closures;
    this.first = first;
    this.second = second;
    prefix = new int[trace.threads];
  }

  /** All pairs. */
  public static NavigableSet<Pair> races(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    BitSet[] closures = new BitSet[small.size];
    for (int e = 0; e < small.size; e++) {
      closures[e] = new BitSet();
      addClosure(small, e, closures[e]);
    }
    NavigableSet<Pair> races = new TreeSet<>();
    for (int j = 0; j < small.size; j++) {
      for (int i = 0; i < j; i++) {
        if (small.canRace(i, j) && new OsrOracle(small, closures, i, j).someSet(0)) {
          races.add(new Pair(i, j));
        }
      }
    }
    return races;
  }

  /** Adds the event and all that must precede it by thread order, reads-from, fork and join. */
  static void addClosure(SmallTrace trace, int event, BitSet set) {
    if (set.get(event)) {
      return;
    }
    set.set(event);
    addClosureBefore(trace, event, set);
    if (trace.writerOf[event] != SmallTrace.NONE) {
      addClosure(trace, trace.writerOf[event], set);
    }
    if (trace.kind[event] == Kind.JOIN) {
      int joined = trace.target[event];
      int last = trace.lastBefore(event, joined);
      if (last != SmallTrace.NONE) {
        addClosure(trace, last, set);
      }
      addFork(trace, joined, event, set);
    }
  }

  /** Adds what must be executed before the event can be next. */
  static void addClosureBefore(SmallTrace trace, int event, BitSet set) {
    if (trace.previous(event) != SmallTrace.NONE) {
      addClosure(trace, trace.previous(event), set);
    }
    addFork(trace, trace.thread[event], event, set);
  }

  private static void addFork(SmallTrace trace, int thread, int event, BitSet set) {
    int fork = trace.forkBefore(event, thread);
    if (fork != SmallTrace.NONE) {
      addClosure(trace, fork, set);
    }
  }

  /** Tries all prefixes of the threads from this one on. */
  private boolean someSet(int thread) {
    if (thread == trace.threads) {
      return isLockClosed() && hasReordering();
    }
    int from = 0;
    int to = trace.eventsOf[thread].length;
    if (thread == trace.thread[first] || thread == trace.thread[second]) {
      from = trace.indexInThread[thread == trace.thread[first] ? first : second];
      to = from; // all before the event, and not the event
    }
    for (int count = from; count <= to; count++) {
      prefix[thread] = count;
      if (someSet(thread + 1)) {
        return true;
      }
    }
    return false;
  }

  private boolean holds(int event) {
    return trace.indexInThread[event] < prefix[trace.thread[event]];
  }

  private boolean holdsAll(BitSet events) {
    return events.stream().allMatch(this::holds);
  }

  private boolean isLockClosed() {
    BitSet before = new BitSet();
    addClosureBefore(trace, first, before);
    addClosureBefore(trace, second, before);
    if (before.get(first) || before.get(second) || !holdsAll(before)) {
      return false;
    }
    for (int e = 0; e < trace.size; e++) {
      if (holds(e) && !holdsAll(closures[e])) {
        return false;
      }
    }
    for (Section section : trace.sections) {
      if (holds(section.acquire())
          && section.release() != SmallTrace.NONE
          && !closures[section.release()].get(first)
          && !closures[section.release()].get(second)
          && !holds(section.release())) {
        return false;
      }
    }
    return true;
  }

  private boolean hasReordering() {
    return extend(new int[trace.threads], new LongHashSet());
  }

  /** Whether the events executed so far, so many of each thread, can be extended to the set. */
  private boolean extend(int[] done, LongHashSet tried) {
    long state = 0;
    boolean complete = true;
    for (int t = 0; t < done.length; t++) {
      state = state * (trace.eventsOf[t].length + 1) + done[t];
      complete &= done[t] == prefix[t];
    }
    if (complete) {
      return true;
    }
    if (!tried.add(state)) {
      return false;
    }
    for (int t = 0; t < done.length; t++) {
      if (done[t] < prefix[t] && mayFollow(trace.eventsOf[t][done[t]], done)) {
        done[t]++;
        boolean found = extend(done, tried);
        done[t]--;
        if (found) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isDone(int event, int[] done) {
    return trace.indexInThread[event] < done[trace.thread[event]];
  }

  private boolean mayFollow(int event, int[] done) {
    if (!isDoneIfAny(trace.forkBefore(event, trace.thread[event]), done)) {
      return false;
    }
    return switch (trace.kind[event]) {
      case Kind.READ, Kind.VOLATILE_READ ->
          keepsConflictOrder(event, done) && lastWrite(event, done) == trace.writerOf[event];
      case Kind.WRITE, Kind.VOLATILE_WRITE -> keepsConflictOrder(event, done);
      case Kind.ACQUIRE -> mayAcquire(event, done);
      case Kind.JOIN -> {
        int joined = trace.target[event];
        yield isDoneIfAny(trace.lastBefore(event, joined), done)
            && isDoneIfAny(trace.forkBefore(event, joined), done);
      }
      default -> true;
    };
  }

  private boolean isDoneIfAny(int event, int[] done) {
    return event == SmallTrace.NONE || isDone(event, done);
  }

  /** Condition (b) of an optimistic correct reordering. */
  private boolean keepsConflictOrder(int event, int[] done) {
    for (int other = 0; other < trace.size; other++) {
      if (trace.conflict(event, other) && holds(other)) {
        if (isDone(other, done) != (other < event)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The last write executed; writes keep their order, so it is the latest one in the trace. */
  private int lastWrite(int read, int[] done) {
    int last = SmallTrace.NONE;
    for (int other = 0; other < trace.size; other++) {
      if (trace.isWrite(other)
          && trace.target[other] == trace.target[read]
          && isDone(other, done)) {
        last = other;
      }
    }
    return last;
  }

  /** The lock must be free, and condition (c): matched sections keep their order. */
  private boolean mayAcquire(int acquire, int[] done) {
    boolean matched = false;
    for (Section section : trace.sections) {
      if (section.acquire() == acquire) {
        matched = isMatched(section);
      }
    }
    for (Section section : trace.sections) {
      if (section.lock() != trace.target[acquire] || section.acquire() == acquire) {
        continue;
      }
      boolean acquired = isDone(section.acquire(), done);
      boolean released = section.release() != SmallTrace.NONE && isDone(section.release(), done);
      if (acquired && !released) {
        return false;
      }
      if (matched && isMatched(section) && acquired != (section.acquire() < acquire)) {
        return false;
      }
    }
    return true;
  }

  private boolean isMatched(Section section) {
    return section.release() != SmallTrace.NONE && holds(section.release());
  }
}
