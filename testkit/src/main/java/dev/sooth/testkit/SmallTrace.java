package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A trace with everything that the definitions speak of made explicit: reads-from, critical
 * sections, forks. The oracles are written on this and on nothing of {@code order} or {@code
 * detect}, so that they and the engines can check each other.
 *
 * <p>Re-entrant locking is flattened here, from the kinds as read: nested acquires and their
 * releases are NOP. Positions stay those of the trace.
 */
public final class SmallTrace {
  public static final int NONE = -1;

  /**
   * A critical section, its acquire and release included.
   *
   * @param release NONE if the lock is never released
   */
  public record Section(int lock, int thread, int acquire, int release) {}

  /** Events are 0 to size - 1. */
  public final int size;

  public final int threads;
  public final int variables;

  /** Kinds, with nested lock operations as NOP. */
  public final byte[] kind;

  public final int[] thread;
  public final int[] target;

  /** For a read, plain or volatile: the last write before it, or NONE for the initial value. */
  public final int[] writerOf;

  public final int[] indexInThread;

  /** For each thread its events, in order. */
  public final int[][] eventsOf;

  /** For each thread its fork, or NONE. Markers of the thread may come before it. */
  public final int[] forkOf;

  /** The critical sections, by acquire. */
  public final List<Section> sections = new ArrayList<>();

  public SmallTrace(Trace trace) {
    String complaint = WellFormed.complaint(trace);
    if (complaint != null) {
      throw new IllegalArgumentException(complaint + ": " + Traces.toLine(trace));
    }
    size = trace.size();
    threads = trace.names().threads().size();
    variables = trace.names().variables().size();
    kind = Arrays.copyOf(trace.kinds(), size);
    thread = Arrays.copyOf(trace.threads(), size);
    target = Arrays.copyOf(trace.targets(), size);
    writerOf = none(size);
    indexInThread = new int[size];
    forkOf = none(threads);
    int[] count = new int[threads];
    int[] lastWrite = none(variables);
    int locks = trace.names().locks().size();
    int[] depth = new int[locks];
    int[] openSection = new int[locks];
    for (int i = 0; i < size; i++) {
      indexInThread[i] = count[thread[i]]++;
      int on = target[i];
      switch (kind[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> writerOf[i] = lastWrite[on];
        case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[on] = i;
        case Kind.FORK -> forkOf[on] = i;
        case Kind.ACQUIRE -> {
          if (depth[on]++ > 0) {
            kind[i] = Kind.NOP;
          } else {
            openSection[on] = sections.size();
            sections.add(new Section(on, thread[i], i, NONE));
          }
        }
        case Kind.RELEASE -> {
          if (--depth[on] > 0) {
            kind[i] = Kind.NOP;
          } else {
            Section open = sections.get(openSection[on]);
            sections.set(openSection[on], new Section(on, thread[i], open.acquire, i));
          }
        }
        default -> {}
      }
    }
    eventsOf = new int[threads][];
    for (int t = 0; t < threads; t++) {
      eventsOf[t] = new int[count[t]];
    }
    for (int i = 0; i < size; i++) {
      eventsOf[thread[i]][indexInThread[i]] = i;
    }
  }

  private static int[] none(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  public boolean isWrite(int event) {
    return kind[event] == Kind.WRITE || kind[event] == Kind.VOLATILE_WRITE;
  }

  /** Whether the two access one variable, by different threads, and one writes. */
  public boolean conflict(int a, int b) {
    return Kind.isAccess(kind[a])
        && Kind.isAccess(kind[b])
        && target[a] == target[b]
        && thread[a] != thread[b]
        && (isWrite(a) || isWrite(b));
  }

  /** Whether the two could be a race: they conflict and both are plain. */
  public boolean canRace(int a, int b) {
    return Kind.isPlainAccess(kind[a]) && Kind.isPlainAccess(kind[b]) && conflict(a, b);
  }

  /** Whether the event lies in the section, its acquire and release included. */
  public boolean inside(int event, Section section) {
    return thread[event] == section.thread
        && event >= section.acquire
        && (section.release == NONE || event <= section.release);
  }

  /** The fork of the thread if it comes before this event, which is not always one of it. */
  public int forkBefore(int event, int ofThread) {
    return forkOf[ofThread] < event ? forkOf[ofThread] : NONE;
  }

  /** The last event of the thread before this event, which is one of another thread; or NONE. */
  public int lastBefore(int event, int ofThread) {
    int last = NONE;
    for (int own : eventsOf[ofThread]) {
      last = own < event ? own : last;
    }
    return last;
  }

  /** The event before this one in its thread, or NONE. */
  public int previous(int event) {
    return indexInThread[event] == 0 ? NONE : eventsOf[thread[event]][indexInThread[event] - 1];
  }
}
