package dev.sooth.testkit;

import dev.sooth.testkit.SmallTrace.Section;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * What a witness is, stated about the positions of the events in the schedule and not by executing
 * it: the reference for the witness checker.
 */
public final class WitnessDefinition {
  private static final int NONE = -1;

  private final SmallTrace trace;
  private final int[] schedule;
  private final int[] place; // for each event of the trace its index in the schedule, or NONE

  private WitnessDefinition(Trace trace, int[] schedule) {
    this.trace = new SmallTrace(trace);
    this.schedule = schedule;
    place = new int[trace.size()];
    Arrays.fill(place, NONE);
  }

  /** Whether the schedule proves that the two events race. */
  public static boolean holds(Trace trace, int first, int second, int[] schedule) {
    WitnessDefinition definition = new WitnessDefinition(trace, schedule);
    return first != second
        && definition.trace.canRace(first, second)
        && definition.placesEachEventOnce()
        && definition.isThreadPrefixes()
        && definition.keepsReadsFrom()
        && definition.keepsSectionsApart()
        && definition.keepsForksAndJoins()
        && definition.isNext(first)
        && definition.isNext(second);
  }

  private boolean placesEachEventOnce() {
    for (int i = 0; i < schedule.length; i++) {
      int event = schedule[i];
      if (event < 0 || event >= place.length || place[event] != NONE) {
        return false;
      }
      place[event] = i;
    }
    return true;
  }

  private boolean isThreadPrefixes() {
    for (int event : schedule) {
      int previous = trace.previous(event);
      if (previous != NONE && !isBefore(previous, event)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBefore(int earlier, int later) {
    return place[earlier] != NONE && place[earlier] < place[later];
  }

  private boolean keepsReadsFrom() {
    for (int read : schedule) {
      if (trace.kind[read] != Kind.READ && trace.kind[read] != Kind.VOLATILE_READ) {
        continue;
      }
      int writer = trace.writerOf[read];
      if (writer != NONE && !isBefore(writer, read)) {
        return false;
      }
      for (int other : schedule) {
        if (trace.isWrite(other)
            && trace.target[other] == trace.target[read]
            && place[other] < place[read]
            && (writer == NONE || place[other] > place[writer])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean keepsSectionsApart() {
    for (Section a : trace.sections) {
      for (Section b : trace.sections) {
        if (a.lock() == b.lock()
            && place[a.acquire()] != NONE
            && place[b.acquire()] != NONE
            && place[a.acquire()] < place[b.acquire()]
            && (a.release() == NONE || !isBefore(a.release(), b.acquire()))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean keepsForksAndJoins() {
    for (int event : schedule) {
      for (int other = 0; other < event; other++) {
        boolean fork =
            trace.kind[other] == Kind.FORK
                && (trace.target[other] == trace.thread[event]
                    || (trace.kind[event] == Kind.JOIN
                        && trace.target[event] == trace.target[other]));
        boolean joined =
            trace.kind[event] == Kind.JOIN && trace.target[event] == trace.thread[other];
        if ((fork || joined) && !isBefore(other, event)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isNext(int access) {
    int previous = trace.previous(access);
    int fork = trace.forkBefore(access, trace.thread[access]);
    return place[access] == NONE
        && (previous == NONE || place[previous] != NONE)
        && (fork == NONE || place[fork] != NONE);
  }
}
