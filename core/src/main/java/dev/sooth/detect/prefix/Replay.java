package dev.sooth.detect.prefix;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Executes events of a short trace in another order, one by one and back again. A read may see
 * another write if the caller allows it; its thread is spoilt then, and neither goes on nor is
 * joined ([Ang25] Def. 5.1(4), with the correction for joins).
 */
final class Replay {
  static final int NONE = -1;

  final int size;
  final byte[] kinds; // nested lock operations are NOP
  final int[] threads;
  final int[] targets;
  final int[] indexInThread;

  private final int[] needed; // by read: its write or NONE; by join: how many events it waits for
  private final int[] forkOf; // by thread: its first fork, or NONE
  private final int[] overwritten; // by executed write: the last write before it

  private final int[] executed; // by thread: how many of its events
  private final int[] spoiltBy; // by thread: the read that saw another write, or NONE
  private final int[] lastWrite;
  private final int[] holder;

  /** The events as they were read, whatever the trace's filter says. */
  Replay(Trace trace) {
    size = trace.size();
    kinds = Arrays.copyOf(trace.kinds(), size);
    threads = trace.threads();
    targets = trace.targets();
    indexInThread = new int[size];
    needed = new int[size];
    overwritten = new int[size];
    int numberOfThreads = trace.names().threads().size();
    executed = new int[numberOfThreads];
    forkOf = none(numberOfThreads);
    spoiltBy = none(numberOfThreads);
    lastWrite = none(trace.names().variables().size());
    holder = none(trace.names().locks().size());
    int[] depth = new int[holder.length];
    for (int i = 0; i < size; i++) {
      indexInThread[i] = executed[threads[i]]++;
      int target = targets[i];
      switch (kinds[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> needed[i] = lastWrite[target];
        case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = i;
        case Kind.FORK -> forkOf[target] = forkOf[target] == NONE ? i : forkOf[target];
        case Kind.JOIN -> needed[i] = executed[target];
        case Kind.ACQUIRE -> kinds[i] = depth[target]++ == 0 ? Kind.ACQUIRE : Kind.NOP;
        case Kind.RELEASE -> kinds[i] = --depth[target] == 0 ? Kind.RELEASE : Kind.NOP;
        default -> {}
      }
    }
    Arrays.fill(executed, 0);
    Arrays.fill(lastWrite, NONE);
  }

  private static int[] none(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /** How many events of each thread have been executed. */
  int[] cut() {
    return executed.clone();
  }

  /** Whether the event is the next of its thread. */
  boolean isNext(int event) {
    return indexInThread[event] == executed[threads[event]];
  }

  /** Executes the event, which is the next of its thread; false if it cannot be now. */
  boolean execute(int event, boolean mayReadWrong) {
    int thread = threads[event];
    int target = targets[event];
    if (spoiltBy[thread] != NONE || !isForked(thread, event)) {
      return false;
    }
    switch (kinds[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (lastWrite[target] != needed[event]) {
          if (!mayReadWrong) {
            return false;
          }
          spoiltBy[thread] = event;
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> {
        overwritten[event] = lastWrite[target];
        lastWrite[target] = event;
      }
      case Kind.ACQUIRE -> {
        if (holder[target] != NONE) {
          return false;
        }
        holder[target] = thread;
      }
      case Kind.RELEASE -> holder[target] = NONE;
      case Kind.JOIN -> {
        if (spoiltBy[target] != NONE
            || !isForked(target, event)
            || executed[target] < needed[event]) {
          return false;
        }
      }
      default -> {}
    }
    executed[thread]++;
    return true;
  }

  /** Takes back the last event that was executed. */
  void undo(int event) {
    int thread = threads[event];
    int target = targets[event];
    executed[thread]--;
    switch (kinds[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (spoiltBy[thread] == event) {
          spoiltBy[thread] = NONE;
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = overwritten[event];
      case Kind.ACQUIRE -> holder[target] = NONE;
      case Kind.RELEASE -> holder[target] = thread;
      default -> {}
    }
  }

  private boolean isForked(int thread, int event) {
    int fork = forkOf[thread];
    return fork == NONE || fork > event || indexInThread[fork] < executed[threads[fork]];
  }

  /** Whether two events, the first of which is earlier in the trace, cannot be swapped. */
  boolean dependent(int earlier, int later) {
    byte kind = kinds[earlier];
    byte laterKind = kinds[later];
    int target = targets[earlier];
    int laterTarget = targets[later];
    if (threads[earlier] == threads[later]
        || ((kind == Kind.FORK || kind == Kind.JOIN) && target == threads[later])
        || (laterKind == Kind.JOIN && laterTarget == threads[earlier])) {
      return true;
    }
    if (target != laterTarget) {
      return false;
    }
    return (Kind.isLockOperation(kind) && Kind.isLockOperation(laterKind))
        || (kind == Kind.FORK && laterKind == Kind.JOIN)
        || (Kind.isAccess(kind)
            && Kind.isAccess(laterKind)
            && (isWrite(kind) || isWrite(laterKind)));
  }

  private static boolean isWrite(byte kind) {
    return kind == Kind.WRITE || kind == Kind.VOLATILE_WRITE;
  }
}
