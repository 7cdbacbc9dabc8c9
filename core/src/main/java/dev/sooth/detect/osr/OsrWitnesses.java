package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.detect.WitnessSearch;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;
import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.Optional;

/**
 * The proof of an optimistic sync-reversal race: the closure of the pair in a topological order of
 * its optimistic reordering graph ([OSR24] Lemma 4.2), of all such orders the one closest to the
 * trace. The graph is built event by event within the closure, apart from the tables with which
 * {@link OsrDetector} decides.
 *
 * <p>What stands before the first section that has to move is in trace order; the rest is sorted.
 *
 * <p>Cost: O(events) for the trace, O(threads × moved part) a witness. Not thread-safe.
 */
public final class OsrWitnesses implements WitnessSearch {
  private static final int NONE = -1;

  private final Trace trace;
  private final byte[] kinds;
  private final TrfIndex trf;
  private final CriticalSections sections;
  private final OptimisticClosure closure;
  private final int[] lastWrite; // per variable, within the part that is sorted
  private final int[] readsSince; // per variable: list of the reads since that write
  private final int[] lastRelease; // per lock
  private final boolean[] isOpen; // per lock: whether a section on it is open in the closure

  public OsrWitnesses(Trace filtered) {
    trace = filtered.withAllLocks();
    kinds = trace.relevantKinds();
    sections = new CriticalSections(trace);
    trf = new TrfIndex(trace, sections, () -> false);
    closure = new OptimisticClosure(trf, sections);
    lastWrite = filled(trace.names().variables().size());
    readsSince = filled(lastWrite.length);
    lastRelease = filled(trace.names().locks().size());
    isOpen = new boolean[lastRelease.length];
  }

  private static int[] filled(int n) {
    int[] array = new int[n];
    Arrays.fill(array, NONE);
    return array;
  }

  @Override
  public Optional<Witness> find(int firstPosition, int secondPosition) {
    int t1 = trace.thread(firstPosition);
    int t2 = trace.thread(secondPosition);
    if (t1 == t2 || !closure.compute(t1, trf.index(firstPosition), t2, trf.index(secondPosition))) {
      return Optional.empty();
    }
    int[] prefix = closure.prefix();
    IntArrayList moved = new IntArrayList(); // open sections that follow a later closed one
    if (!isFeasible(prefix, moved)) {
      return Optional.empty();
    }
    int end = 0;
    for (int t = 0; t < prefix.length; t++) {
      if (prefix[t] > 0) {
        end = Math.max(end, trf.position(t, prefix[t] - 1) + 1);
      }
    }
    int middle = end;
    for (int m = 0; m < moved.size(); m++) {
      middle = Math.min(middle, sections.acquirePosition(moved.get(m)));
    }
    if (middle == end) {
      return Optional.of(Witness.ofCut(prefix.clone()));
    }
    IntArrayList tail = new IntArrayList();
    return new Sorter(inTraceOrder(middle, end, prefix), middle, end).sort(moved, prefix, tail)
        ? Optional.of(Witness.of(before(middle, prefix), tail.toArray()))
        : Optional.empty();
  }

  private boolean isFeasible(int[] prefix, IntArrayList moved) {
    boolean feasible = true;
    IntArrayList locks = new IntArrayList();
    for (int t : sections.lockers()) {
      for (int c = sections.context(t, prefix[t]); c != 0; c = sections.outer(c, prefix[t])) {
        int section = sections.section(c);
        int lock = sections.lock(section);
        feasible &= !isOpen[lock];
        isOpen[lock] = true;
        locks.add(lock);
        if (sections.lastClosed(lock, prefix) > section) { // numbered in trace order
          moved.add(section);
        }
      }
    }
    for (int k = 0; k < locks.size(); k++) {
      isOpen[locks.get(k)] = false;
    }
    return feasible;
  }

  /** Of each thread the events of the closure that come before this position. */
  private int[] before(int position, int[] prefix) {
    int[] events = new int[prefix.length];
    for (int t = 0; t < prefix.length; t++) {
      int low = 0;
      int high = prefix[t];
      while (low < high) {
        int center = (low + high) >>> 1;
        if (trf.position(t, center) < position) {
          low = center + 1;
        } else {
          high = center;
        }
      }
      events[t] = low;
    }
    return events;
  }

  private int[] inTraceOrder(int from, int to, int[] prefix) {
    IntArrayList list = new IntArrayList();
    int[] threads = trace.threads();
    for (int p = from; p < to; p++) {
      if (trf.index(p) < prefix[threads[p]]) {
        list.add(p);
      }
    }
    return list.toArray();
  }

  /** Sorts the events of the closure from some position on, given in trace order. */
  private final class Sorter {
    private final int[] events; // positions; a node is an index in here
    private final int start;
    private final int[] nodeOf; // position - start to node
    private final int[] incoming; // per node: edges from nodes that are not yet scheduled
    private final int[] firstEdge; // per node
    private final IntArrayList edgeTarget = new IntArrayList();
    private final IntArrayList nextEdge = new IntArrayList();
    private final int[] nextRead; // per node that is a read: the read before it of the same write

    Sorter(int[] events, int start, int end) {
      this.events = events;
      this.start = start;
      nodeOf = filled(end - start);
      incoming = new int[events.length];
      firstEdge = filled(events.length);
      nextRead = filled(events.length);
      for (int n = 0; n < events.length; n++) {
        nodeOf[events[n] - start] = n;
      }
    }

    boolean sort(IntArrayList moved, int[] prefix, IntArrayList schedule) {
      addEdges();
      for (int m = 0; m < moved.size(); m++) {
        int section = moved.get(m);
        int last = sections.lastClosed(sections.lock(section), prefix);
        int release = trf.position(sections.thread(last), sections.releasePoint(last) - 1);
        edge(nodeOf[release - start], nodeOf[sections.acquirePosition(section) - start]);
      }
      return schedule(schedule);
    }

    private void addEdges() {
      int[] lastOfThread = filled(trf.threads());
      for (int n = 0; n < events.length; n++) {
        int p = events[n];
        int t = trace.thread(p);
        int target = trace.target(p);
        edge(lastOfThread[t], n);
        lastOfThread[t] = n;
        if (trf.index(p) == trf.forkedAt(t)) {
          edge(node(trf.fork(t)), n);
        }
        switch (kinds[p]) {
          case Kind.READ, Kind.VOLATILE_READ -> {
            edge(lastWrite[target], n);
            nextRead[n] = readsSince[target];
            readsSince[target] = n;
          }
          case Kind.WRITE, Kind.VOLATILE_WRITE -> {
            edge(lastWrite[target], n);
            for (int r = readsSince[target]; r != NONE; r = nextRead[r]) {
              edge(r, n);
            }
            lastWrite[target] = n;
            readsSince[target] = NONE;
          }
          case Kind.ACQUIRE -> edge(lastRelease[target], n);
          case Kind.RELEASE -> lastRelease[target] = n;
          case Kind.JOIN -> {
            edge(lastOfThread[target], n);
            if (trf.fork(target) < p) {
              edge(node(trf.fork(target)), n);
            }
          }
          default -> {}
        }
      }
      for (int p : events) { // leave the tables as they were
        int target = trace.target(p);
        if (Kind.isAccess(kinds[p])) {
          lastWrite[target] = NONE;
          readsSince[target] = NONE;
        } else if (Kind.isLockOperation(kinds[p])) {
          lastRelease[target] = NONE;
        }
      }
    }

    /** The node of an event at this position, or NONE if it is not among those to sort. */
    private int node(int position) {
      return position < start ? NONE : nodeOf[position - start];
    }

    private void edge(int from, int to) {
      if (from != NONE) {
        edgeTarget.add(to);
        nextEdge.add(firstEdge[from]);
        firstEdge[from] = edgeTarget.size() - 1;
        incoming[to]++;
      }
    }

    /** Appends the events in the order closest to the trace; false if there is a cycle. */
    private boolean schedule(IntArrayList schedule) {
      int[] next = new int[trf.threads()]; // per thread: index of its next event
      Arrays.fill(next, Integer.MAX_VALUE);
      int[] last = new int[trf.threads()];
      for (int p : events) {
        int t = trace.thread(p);
        next[t] = Math.min(next[t], trf.index(p));
        last[t] = trf.index(p);
      }
      for (int done = 0; done < events.length; done++) {
        int least = Integer.MAX_VALUE;
        for (int t = 0; t < next.length; t++) {
          if (next[t] <= last[t] && next[t] != Integer.MAX_VALUE) {
            int p = trf.position(t, next[t]);
            if (p < least && incoming[nodeOf[p - start]] == 0) {
              least = p;
            }
          }
        }
        if (least == Integer.MAX_VALUE) {
          return false;
        }
        schedule.add(least);
        next[trace.thread(least)]++;
        int n = nodeOf[least - start];
        for (int e = firstEdge[n]; e != NONE; e = nextEdge.get(e)) {
          incoming[edgeTarget.get(e)]--;
        }
      }
      return true;
    }
  }
}
