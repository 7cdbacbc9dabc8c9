package dev.sooth.race;

import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * The proof of a race: a schedule, that is, events to execute in this order, after which both
 * accesses are enabled. A correct reordering of the input trace that holds all thread predecessors
 * of the two accesses and neither of the two.
 *
 * <p>It has two parts. The <em>cut</em> comes first: so many first events of each thread, in the
 * order of the trace. Then comes the <em>tail</em>, event by event. Most witnesses need no tail,
 * and are one number a thread, however long the trace is; {@link #schedule} lists the events.
 */
public final class Witness {
  private static final int[] NOTHING = {};

  private final int[] cut; // by thread
  private final int[] tail;

  private Witness(int[] cut, int[] tail) {
    this.cut = cut;
    this.tail = tail;
    for (int events : cut) {
      if (events < 0) {
        throw new IllegalArgumentException("a cut with " + events + " events of a thread");
      }
    }
  }

  /** These events in this order; the array is kept and must not change. */
  public Witness(int[] schedule) {
    this(NOTHING, schedule);
  }

  /** The first events of each thread, in the order of the trace; the array must not change. */
  public static Witness ofCut(int[] eventsOfThread) {
    return new Witness(eventsOfThread, NOTHING);
  }

  /** A cut, and then these events in this order; the arrays must not change. */
  public static Witness of(int[] eventsOfThread, int[] tail) {
    return new Witness(eventsOfThread, tail);
  }

  /** How many events of this thread are in the cut. */
  public int cut(int thread) {
    return thread < cut.length ? cut[thread] : 0;
  }

  /** How many threads the cut tells of; it holds nothing of others. */
  public int cutThreads() {
    return cut.length;
  }

  /** The events after the cut, by index; not to be written to. */
  public int[] tail() {
    return tail;
  }

  /** How many events it executes. */
  public long size() {
    long size = tail.length;
    for (int events : cut) {
      size += events;
    }
    return size;
  }

  /**
   * All events in their order, by index.
   *
   * @throws IllegalArgumentException if the trace has not all events of the cut
   */
  public int[] schedule(Trace trace) {
    if (cut.length == 0) {
      return tail.clone();
    }
    int[] left = cut.clone();
    int ofCut = Math.toIntExact(size() - tail.length);
    int[] schedule = new int[Math.addExact(ofCut, tail.length)];
    int done = 0;
    for (int event = 0; event < trace.size() && done < ofCut; event++) {
      int thread = trace.thread(event);
      if (thread < left.length && left[thread] > 0) {
        left[thread]--;
        schedule[done++] = event;
      }
    }
    if (done < ofCut) {
      throw new IllegalArgumentException("the trace has not all events of the cut");
    }
    System.arraycopy(tail, 0, schedule, ofCut, tail.length);
    return schedule;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Witness witness
        && Arrays.equals(cut, witness.cut)
        && Arrays.equals(tail, witness.tail);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(cut) + Arrays.hashCode(tail);
  }

  @Override
  public String toString() {
    return "Witness" + Arrays.toString(cut) + Arrays.toString(tail);
  }
}
