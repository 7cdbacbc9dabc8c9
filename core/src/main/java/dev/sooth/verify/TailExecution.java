package dev.sooth.verify;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Executes the tail of a witness from the state after its cut, by the rules of {@link
 * WitnessChecker}. What a variable was last written by, and who holds a lock, is found out when it
 * is asked for the first time.
 */
final class TailExecution {
  private static final int NONE = -1;
  private static final int UNKNOWN = -2;

  private final Trace trace;
  private final byte[] kinds;
  private final int[] index;
  private final int[] fork;
  private final DirectNeeds needs;
  private final HeldLocks locks;
  private final int[] threadStart; // by thread: where its events begin in eventOf
  private final int[] eventOf;
  private final int[] writesStart; // by variable: where its writes begin; one more at the end
  private final int[] writes; // events in their order
  private final int[] lastWrite; // by variable; UNKNOWN between runs
  private final int[] holder; // by lock; NONE between runs
  private final int[] atCut; // by thread

  TailExecution(
      Trace trace, int[] index, int[] events, int[] fork, DirectNeeds needs, HeldLocks locks) {
    this.trace = trace;
    this.index = index;
    this.fork = fork;
    this.needs = needs;
    this.locks = locks;
    kinds = trace.kinds();
    threadStart = new int[events.length];
    for (int t = 1; t < events.length; t++) {
      threadStart[t] = threadStart[t - 1] + events[t - 1];
    }
    atCut = new int[events.length];
    eventOf = new int[index.length];
    lastWrite = new int[trace.names().variables().size()];
    writesStart = new int[lastWrite.length + 1];
    for (int i = 0; i < index.length; i++) {
      eventOf[threadStart[trace.thread(i)] + index[i]] = i;
      if (isWrite(kinds[i])) {
        writesStart[trace.target(i) + 1]++;
      }
    }
    for (int v = 0; v < lastWrite.length; v++) {
      writesStart[v + 1] += writesStart[v];
    }
    writes = new int[writesStart[lastWrite.length]];
    System.arraycopy(writesStart, 0, lastWrite, 0, lastWrite.length);
    for (int i = 0; i < index.length; i++) {
      if (isWrite(kinds[i])) {
        writes[lastWrite[trace.target(i)]++] = i;
      }
    }
    Arrays.fill(lastWrite, UNKNOWN);
    holder = new int[trace.names().locks().size()];
    Arrays.fill(holder, NONE);
  }

  private static boolean isWrite(byte kind) {
    return kind == Kind.WRITE || kind == Kind.VOLATILE_WRITE;
  }

  /**
   * Executes the tail from this index on.
   *
   * @param executed by thread: the cut, which is a correct one; at the end what is executed then
   * @return why it cannot be executed, or null
   */
  String run(int[] executed, int[] tail, int from) {
    System.arraycopy(executed, 0, atCut, 0, executed.length);
    int end = 0;
    for (int t = 0; t < executed.length; t++) {
      if (executed[t] > 0) {
        end = Math.max(end, eventOf[threadStart[t] + executed[t] - 1] + 1);
        setHolder(t, t);
      }
    }
    String objection = null;
    int done = from;
    while (objection == null && done < tail.length) {
      objection = execute(tail[done++], executed, end);
    }
    for (int i = from; i < done; i++) {
      forget(tail[i]);
    }
    for (int t = 0; t < executed.length; t++) {
      if (atCut[t] > 0) {
        setHolder(t, NONE);
      }
    }
    return objection;
  }

  private void setHolder(int thread, int value) {
    int events = atCut[thread];
    for (int held = locks.held(thread, events); held != 0; held = locks.below(held, events)) {
      holder[locks.lock(held)] = value;
    }
  }

  private String execute(int event, int[] executed, int endOfCut) {
    if (event < 0 || event >= index.length) {
      return "the trace has no event " + event;
    }
    int thread = trace.thread(event);
    int target = trace.target(event);
    if (index[event] != executed[thread]) {
      return "event %d is not the next event of its thread".formatted(event);
    }
    if (!isForked(thread, event, executed)) {
      return "event %d runs before the fork of its thread".formatted(event);
    }
    switch (kinds[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (lastWrite[target] == UNKNOWN) {
          lastWrite[target] = lastInCut(target, endOfCut);
        }
        if (lastWrite[target] != lastBefore(target, event)) {
          return "read %d reads from another write".formatted(event);
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = event;
      case Kind.ACQUIRE -> {
        if (!locks.isNested(event)) {
          if (holder[target] != NONE) {
            return "event %d acquires a lock that another thread holds".formatted(event);
          }
          holder[target] = thread;
        }
      }
      case Kind.RELEASE -> {
        if (!locks.isNested(event)) {
          holder[target] = NONE;
        }
      }
      case Kind.JOIN -> {
        // A join needs all that the other thread has done: no earlier event can need more.
        if (executed[target] < needs.of(thread, index[event] + 1, target)
            || !isForked(target, event, executed)) {
          return "event %d joins a thread that has not ended".formatted(event);
        }
      }
      default -> {}
    }
    executed[thread]++;
    return null;
  }

  private boolean isForked(int thread, int event, int[] executed) {
    int begin = fork[thread];
    return begin == NONE || begin > event || index[begin] < executed[trace.thread(begin)];
  }

  /** The last write of the variable before this event in the trace, or NONE. */
  private int lastBefore(int variable, int event) {
    int at = writesBefore(variable, event);
    return at > writesStart[variable] ? writes[at - 1] : NONE;
  }

  /** The last write of the variable in the cut, or NONE. */
  private int lastInCut(int variable, int endOfCut) {
    for (int at = writesBefore(variable, endOfCut) - 1; at >= writesStart[variable]; at--) {
      int write = writes[at];
      if (index[write] < atCut[trace.thread(write)]) {
        return write;
      }
    }
    return NONE;
  }

  /** Behind the last write of the variable that comes before this event in the trace. */
  private int writesBefore(int variable, int event) {
    int low = writesStart[variable];
    int high = writesStart[variable + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (writes[middle] < event) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void forget(int event) {
    if (event >= 0 && event < index.length) {
      if (Kind.isAccess(kinds[event])) {
        lastWrite[trace.target(event)] = UNKNOWN;
      } else if (Kind.isLockOperation(kinds[event])) {
        holder[trace.target(event)] = NONE;
      }
    }
  }
}
