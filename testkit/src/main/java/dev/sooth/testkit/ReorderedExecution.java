package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import java.util.Arrays;

/**
 * Executes events of a trace in another order, by the definition of a correct reordering. A read
 * may see another write if the caller allows it; its thread is spoilt then, and neither goes on nor
 * is joined ([Ang25] Def. 5.1(4), with the correction for joins).
 */
final class ReorderedExecution {
  private final SmallTrace trace;
  private final int[] executed;
  private final boolean[] spoilt;
  private final boolean[] done;
  private final int[] lastWrite;
  private final int[] holder;

  ReorderedExecution(SmallTrace trace) {
    this.trace = trace;
    executed = new int[trace.threads];
    spoilt = new boolean[trace.threads];
    done = new boolean[trace.size];
    lastWrite = new int[trace.variables];
    int locks = 0;
    for (SmallTrace.Section section : trace.sections) {
      locks = Math.max(locks, section.lock() + 1);
    }
    holder = new int[locks];
    reset();
  }

  final void reset() {
    Arrays.fill(executed, 0);
    Arrays.fill(spoilt, false);
    Arrays.fill(done, false);
    Arrays.fill(lastWrite, SmallTrace.NONE);
    Arrays.fill(holder, SmallTrace.NONE);
  }

  /** Executes these events in the order of the trace; false if one cannot be. */
  boolean runAll(boolean[] events, boolean mayReadWrong) {
    for (int i = 0; i < trace.size; i++) {
      if (events[i] && !run(i, mayReadWrong)) {
        return false;
      }
    }
    return true;
  }

  /** Executes one event; false if it cannot be. */
  boolean run(int event, boolean mayReadWrong) {
    int thread = trace.thread[event];
    int target = trace.target[event];
    if (spoilt[thread]
        || trace.indexInThread[event] != executed[thread]
        || !isDone(trace.forkBefore(event, thread))) {
      return false;
    }
    switch (trace.kind[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (lastWrite[target] != trace.writerOf[event]) {
          if (!mayReadWrong) {
            return false;
          }
          spoilt[thread] = true;
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = event;
      case Kind.ACQUIRE -> {
        if (holder[target] != SmallTrace.NONE) {
          return false;
        }
        holder[target] = thread;
      }
      case Kind.RELEASE -> {
        if (holder[target] != thread) {
          return false;
        }
        holder[target] = SmallTrace.NONE;
      }
      case Kind.JOIN -> {
        if (spoilt[target]
            || !isDone(trace.forkBefore(event, target))
            || !isDone(trace.lastBefore(event, target))) {
          return false;
        }
      }
      default -> {}
    }
    executed[thread]++;
    done[event] = true;
    return true;
  }

  private boolean isDone(int event) {
    return event == SmallTrace.NONE || done[event];
  }

  /** Whether the event is the next one of its thread, which is forked and not spoilt. */
  boolean isNext(int event) {
    int thread = trace.thread[event];
    return !spoilt[thread]
        && trace.indexInThread[event] == executed[thread]
        && isDone(trace.forkBefore(event, thread));
  }
}
