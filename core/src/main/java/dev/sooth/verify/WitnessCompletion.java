package dev.sooth.verify;

import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Puts back into a witness what was left out of it because the trace was too long: a thread's
 * events before one that is executed have to be executed, so they come just before it. Nothing is
 * taken on trust by that; {@link WitnessChecker} checks the whole.
 */
public final class WitnessCompletion {
  private final Trace trace;
  private final int[]
      nextOfThread; // by event: the next one of its thread, or the size of the trace
  private final int[] first; // by thread
  private int[] schedule = new int[64];
  private int size;

  public WitnessCompletion(Trace trace) {
    this.trace = trace;
    nextOfThread = new int[trace.size()];
    first = new int[trace.names().threads().size()];
    Arrays.fill(first, trace.size());
    for (int i = trace.size() - 1; i >= 0; i--) {
      nextOfThread[i] = first[trace.thread(i)];
      first[trace.thread(i)] = i;
    }
  }

  /** The whole witness of these two accesses. */
  public Witness of(int firstAccess, int secondAccess, Witness given) {
    int[] next = first.clone();
    size = 0;
    for (int event : given.schedule(trace)) {
      if (event < 0 || event >= trace.size()) {
        return given; // which is no witness, and the checker will say so
      }
      runUpTo(event, next);
      if (trace.kind(event) == Kind.JOIN) { // the joined thread is done before it in the trace
        runBefore(trace.target(event), event, next);
      }
      runThrough(event, next);
    }
    runUpTo(firstAccess, next);
    runUpTo(secondAccess, next);
    return new Witness(Arrays.copyOf(schedule, size));
  }

  private void runUpTo(int event, int[] next) {
    runBefore(trace.thread(event), event, next);
  }

  private void runBefore(int thread, int event, int[] next) {
    while (next[thread] < event) {
      runThrough(next[thread], next);
    }
  }

  private void runThrough(int event, int[] next) {
    if (size == schedule.length) {
      schedule = Arrays.copyOf(schedule, 2 * size);
    }
    schedule[size++] = event;
    next[trace.thread(event)] = nextOfThread[event];
  }
}
