package dev.sooth.testkit;

import com.carrotsearch.hppc.LongHashSet;
import dev.sooth.trace.Kind;
import java.util.Arrays;

/**
 * Walks over all correct reorderings of a small trace (the model of [LICS20], with forks, joins and
 * initial values): every state that some correct reordering reaches is visited once.
 *
 * <p>What can follow a reordering depends on the prefix of each thread and on the last write of
 * each variable, which the prefixes do not determine; the holders of the locks follow from the
 * prefixes. So that is the state. Exponential in the number of threads.
 */
public final class Reorderings {
  /** Narrows the reorderings: whether this one may go on with this event. */
  @FunctionalInterface
  public interface Rule {
    /** All correct reorderings. */
    Rule ANY = (walk, event) -> true;

    boolean allows(Reorderings walk, int event);
  }

  /** Sees each state once. */
  @FunctionalInterface
  public interface Visitor {
    /** Returns false to end the walk. */
    boolean visit(Reorderings walk);
  }

  private final SmallTrace trace;
  private final Rule rule;
  private final Visitor visitor;
  private final LongHashSet seen = new LongHashSet();
  private final int[] done; // per thread: how many of its events are executed
  private final int[] lastWrite; // per variable: position of its last executed write, or NONE
  private final int[] path;
  private int length;

  private Reorderings(SmallTrace trace, Rule rule, Visitor visitor) {
    this.trace = trace;
    this.rule = rule;
    this.visitor = visitor;
    done = new int[trace.threads];
    lastWrite = new int[trace.variables];
    Arrays.fill(lastWrite, SmallTrace.NONE);
    path = new int[trace.size];
  }

  /** Visits every state that a correct reordering within the rule reaches. */
  public static void walk(SmallTrace trace, Rule rule, Visitor visitor) {
    new Reorderings(trace, rule, visitor).walk();
  }

  public SmallTrace trace() {
    return trace;
  }

  /** One reordering that reaches the current state. */
  public int[] schedule() {
    return Arrays.copyOf(path, length);
  }

  public boolean isExecuted(int event) {
    return trace.indexInThread[event] < done[trace.thread[event]];
  }

  /** The event that the thread would execute next, or NONE if it has ended or is not forked. */
  public int next(int thread) {
    if (done[thread] == trace.eventsOf[thread].length) {
      return SmallTrace.NONE;
    }
    int event = trace.eventsOf[thread][done[thread]];
    return isExecutedIfAny(trace.forkBefore(event, thread)) ? event : SmallTrace.NONE;
  }

  private boolean isExecutedIfAny(int event) {
    return event == SmallTrace.NONE || isExecuted(event);
  }

  private boolean walk() {
    if (!seen.add(state())) {
      return true;
    }
    if (!visitor.visit(this)) {
      return false;
    }
    for (int t = 0; t < trace.threads; t++) {
      int event = next(t);
      if (event == SmallTrace.NONE || !isEnabled(event) || !rule.allows(this, event)) {
        continue;
      }
      boolean write = trace.isWrite(event);
      int variable = trace.target[event];
      int overwritten = write ? lastWrite[variable] : SmallTrace.NONE;
      if (write) {
        lastWrite[variable] = event;
      }
      done[t]++;
      path[length++] = event;
      boolean goOn = walk();
      length--;
      done[t]--;
      if (write) {
        lastWrite[variable] = overwritten;
      }
      if (!goOn) {
        return false;
      }
    }
    return true;
  }

  private boolean isEnabled(int event) {
    return switch (trace.kind[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> lastWrite[trace.target[event]] == trace.writerOf[event];
      case Kind.ACQUIRE -> isFree(trace.target[event]);
      case Kind.JOIN -> {
        int joined = trace.target[event];
        yield isExecutedIfAny(trace.forkBefore(event, joined))
            && isExecutedIfAny(trace.lastBefore(event, joined));
      }
      default -> true;
    };
  }

  private boolean isFree(int lock) {
    for (SmallTrace.Section section : trace.sections) {
      if (section.lock() == lock
          && isExecuted(section.acquire())
          && (section.release() == SmallTrace.NONE || !isExecuted(section.release()))) {
        return false;
      }
    }
    return true;
  }

  /** The state as a number in mixed radix. */
  private long state() {
    long state = 0;
    for (int t = 0; t < trace.threads; t++) {
      state = append(state, trace.eventsOf[t].length + 1, done[t]);
    }
    for (int v = 0; v < trace.variables; v++) {
      state = append(state, trace.size + 1, lastWrite[v] + 1);
    }
    return state;
  }

  private static long append(long state, int radix, int digit) {
    try {
      return Math.addExact(Math.multiplyExact(state, (long) radix), digit);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("the trace is too large for an exhaustive search", e);
    }
  }
}
