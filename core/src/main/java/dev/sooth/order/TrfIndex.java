package dev.sooth.order;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * The TRF closure of every event of a trace: the least set that holds the event and is closed under
 * thread order, reads-from, fork and join ([OSR24] section 2, TRClosure). A closed set is a prefix
 * of each thread, so it is a vector: how many events of each thread it holds. All events count,
 * those that no analysis looks at too, so that a prefix can be executed as it is.
 *
 * <p>A thread's vector changes only at an event with an incoming edge of another thread that tells
 * it something new. Vectors are kept for those events, and each event has the number of the last
 * one. A kept vector says nothing about its own thread: there the event's own index counts.
 *
 * <p>Cost: O(events) time and space, and what differs between kept vectors. Immutable.
 */
public final class TrfIndex {
  private static final int NONE = -1;

  private final Trace trace;
  private final int threads;
  private final int[] start; // per thread: its first slot; events are laid out thread by thread
  private final int[] index; // per position: number of earlier events of the same thread
  private final int[] position; // per slot
  private final StepValues vector; // per slot: number of the vector after the event
  private final int[] fork; // per thread: position of its fork, or NONE
  private final int[] forkedAt; // per thread: index of its first event after its fork, or NONE
  private final int[] forkVector; // per thread: number of the vector before that event
  private final PrefixVectors vectors;

  /**
   * Builds the index.
   *
   * @throws CancellationException if {@code stop} says so
   */
  public TrfIndex(Trace trace, CriticalSections sections, BooleanSupplier stop) {
    this(trace, sections.points(), stop); // the same numbers; there is no need for them twice
  }

  /**
   * The same.
   *
   * @param points as {@link CriticalSections#points(Trace)} computes them
   */
  public TrfIndex(Trace trace, int[] points, BooleanSupplier stop) {
    this.trace = trace;
    index = points;
    threads = trace.names().threads().size();
    int n = trace.size();
    start = new int[threads + 1];
    position = new int[n];
    fork = new int[threads];
    forkedAt = new int[threads];
    forkVector = new int[threads];
    vectors = new PrefixVectors(threads);
    Arrays.fill(fork, NONE);
    Arrays.fill(forkedAt, NONE);
    layOut();
    vector = new Builder().run(stop);
  }

  private void layOut() {
    int[] threadOf = trace.threads();
    for (int p = 0; p < index.length; p++) {
      start[threadOf[p] + 1]++;
    }
    for (int t = 0; t < threads; t++) {
      start[t + 1] += start[t];
    }
    for (int p = 0; p < index.length; p++) {
      position[start[threadOf[p]] + index[p]] = p;
    }
  }

  public Trace trace() {
    return trace;
  }

  public int threads() {
    return threads;
  }

  /** How many events this thread has. */
  public int events(int thread) {
    return start[thread + 1] - start[thread];
  }

  /** How many events of the same thread come before the event at this position. */
  public int index(int position) {
    return index[position];
  }

  /**
   * Where the event with this index of this thread stands in arrays that hold one item an event.
   */
  public int slot(int thread, int index) {
    return start[thread] + index;
  }

  /** The same, by position. */
  public int slotOf(int position) {
    return start[trace.thread(position)] + index[position];
  }

  /** The position of the event with this index of this thread. */
  public int position(int thread, int index) {
    return position[start[thread] + index];
  }

  /** The position of the fork of this thread, or -1. */
  public int fork(int thread) {
    return fork[thread];
  }

  /** The index of the first event that this thread performs after its fork, or -1. */
  public int forkedAt(int thread) {
    return forkedAt[thread];
  }

  /**
   * The number of the vector of the least closed set with the first {@code count} events of this
   * thread. Its component for the thread itself is meaningless.
   */
  public int vectorAfter(int thread, int count) {
    return count == 0 ? 0 : vector.get(start[thread] + count - 1);
  }

  /**
   * The number of the vector of the least closed set after which the event with this index of this
   * thread can be next: all events before it, and the thread's fork if that comes before it. Its
   * component for the thread itself is meaningless.
   */
  public int vectorBefore(int thread, int index) {
    return index == forkedAt[thread] ? forkVector[thread] : vectorAfter(thread, index);
  }

  public PrefixVectors vectors() {
    return vectors;
  }

  /** One pass over the trace. */
  private final class Builder {
    private final PrefixSet needs = new PrefixSet(vectors);
    private final int[] current = new int[threads]; // what each thread needs of others so far
    private final int[] seen = new int[threads]; // events so far
    private final int[] lastWrite = new int[trace.names().variables().size()];
    private final int[] vectorOfWrite = new int[lastWrite.length]; // after the last write

    StepValues run(BooleanSupplier stop) {
      byte[] kinds = trace.relevantKinds();
      int[] threadOf = trace.threads();
      int[] targets = trace.targets();
      Arrays.fill(lastWrite, NONE);
      StepValues.Builder after = new StepValues.Builder(start);
      for (int p = 0; p < index.length; p++) {
        if ((p & 0xFFFF) == 0 && stop.getAsBoolean()) {
          throw new CancellationException();
        }
        int t = threadOf[p];
        int target = targets[p];
        switch (kinds[p]) {
          case Kind.READ, Kind.VOLATILE_READ -> read(t, lastWrite[target], vectorOfWrite[target]);
          case Kind.WRITE, Kind.VOLATILE_WRITE -> {
            lastWrite[target] = p;
            vectorOfWrite[target] = current[t];
          }
          case Kind.FORK -> fork(t, target, p);
          case Kind.JOIN -> join(t, target);
          default -> {}
        }
        after.set(t, start[t] + index[p], current[t]);
        seen[t]++;
      }
      return after.build();
    }

    private void read(int reader, int write, int theirNeeds) {
      if (write == NONE) {
        return;
      }
      int writer = trace.thread(write);
      if (writer != reader) {
        need(reader, writer, index[write] + 1, theirNeeds);
      }
    }

    /** The artificial first thread of some traces is forked again later: after its first events. */
    private void fork(int parent, int child, int at) {
      if (parent != child && fork[child] == NONE) {
        fork[child] = at;
        forkedAt[child] = seen[child];
        need(child, parent, index[at] + 1, current[parent]);
        forkVector[child] = current[child];
      }
    }

    /** A thread needs so many events of another one, and what they need. */
    private void need(int thread, int other, int count, int theirNeeds) {
      if (vectors.get(current[thread], other) < count) {
        needs.load(current[thread]);
        needs.add(theirNeeds);
        needs.raise(other, count);
        // Others may know more of this thread than it was told by them.
        current[thread] = needs.saveWithout(thread);
      }
    }

    /** All that the child has done so far is needed, and its fork, if it has done nothing. */
    private void join(int parent, int child) {
      if (parent != child) {
        needs.load(current[parent]);
        needs.add(current[child]);
        needs.raise(child, seen[child]);
        current[parent] = needs.saveWithout(parent);
      }
    }
  }
}
