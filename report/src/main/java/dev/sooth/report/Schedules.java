package dev.sooth.report;

import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * The last events of witnesses of one trace, without listing the rest: a witness can be as long as
 * the trace, and a report can have a thousand. Sixteen bytes an event.
 */
final class Schedules {
  private final Trace trace;
  private final int[] ordinal; // of an event among those of its thread
  private final int[][] ofThread; // the events of each thread
  private final int[] inTail; // index in the tail of the chosen witness, if the next says so
  private final int[] chosenFor; // which choice the entry above is of
  private int choice;
  private Witness chosen = new Witness(new int[0]);

  Schedules(Trace trace) {
    this.trace = trace;
    ordinal = new int[trace.size()];
    inTail = new int[trace.size()];
    chosenFor = new int[trace.size()];
    int[] sizes = new int[16];
    for (int event = 0; event < trace.size(); event++) {
      int thread = trace.thread(event);
      if (thread >= sizes.length) {
        sizes = Arrays.copyOf(sizes, Math.max(thread + 1, sizes.length * 2));
      }
      ordinal[event] = sizes[thread]++;
    }
    ofThread = new int[sizes.length][];
    for (int thread = 0; thread < sizes.length; thread++) {
      ofThread[thread] = new int[sizes[thread]];
    }
    for (int event = 0; event < trace.size(); event++) {
      ofThread[trace.thread(event)][ordinal[event]] = event;
    }
  }

  /** The witness that the following questions are about. */
  void choose(Witness witness) {
    chosen = witness;
    choice++;
    int[] tail = witness.tail();
    for (int i = 0; i < tail.length; i++) {
      inTail[tail[i]] = i;
      chosenFor[tail[i]] = choice;
    }
  }

  /** Whether the witness executes this event. */
  boolean has(int event) {
    return chosenFor[event] == choice || ordinal[event] < chosen.cut(trace.thread(event));
  }

  /** A number that is smaller for events that the witness executes earlier. */
  long rank(int event) {
    return chosenFor[event] == choice ? (long) trace.size() + inTail[event] : event;
  }

  /** The last events of the schedule, at most so many. */
  int[] last(int most) {
    int[] tail = chosen.tail();
    if (tail.length >= most) {
      return Arrays.copyOfRange(tail, tail.length - most, tail.length);
    }
    int ofCut = (int) Math.min(most - (long) tail.length, chosen.size() - tail.length);
    int[] last = new int[ofCut + tail.length];
    int at = ofCut;
    for (int event = end(); at > 0; event--) {
      if (ordinal[event] < chosen.cut(trace.thread(event))) {
        last[--at] = event;
      }
    }
    System.arraycopy(tail, 0, last, ofCut, tail.length);
    return last;
  }

  /** The last event of the cut. */
  private int end() {
    int end = -1;
    for (int thread = 0; thread < chosen.cutThreads(); thread++) {
      if (chosen.cut(thread) > 0) {
        end = Math.max(end, ofThread[thread][chosen.cut(thread) - 1]);
      }
    }
    return end;
  }

  /** The next event of the same thread, or -1. */
  int next(int event) {
    int[] events = ofThread[trace.thread(event)];
    int next = ordinal[event] + 1;
    return next < events.length ? events[next] : -1;
  }

  /** The event of the same thread before this one, or -1. */
  int previous(int event) {
    return ordinal[event] == 0 ? -1 : ofThread[trace.thread(event)][ordinal[event] - 1];
  }
}
