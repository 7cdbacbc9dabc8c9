package dev.sooth.detect.exact;

import dev.sooth.order.solver.TraceIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;

/**
 * Stretches of the threads in which nothing happens that another thread could notice or that this
 * one learns from another: no synchronisation, no read that makes the cone grow, no write that
 * another thread reads. A stretch ends after such an event.
 *
 * <p>If a' comes after a in one stretch, and both are accesses of one kind to one variable, then
 * whatever races with a' races with a: of the witness, leave out a and all that follows in its
 * thread. So what cannot race with a cannot race with a', either.
 *
 * <p>Cost: O(events) time, 4 bytes an event. Immutable.
 */
final class AccessContexts {
  private final int[] context; // by position
  private final TraceIndex index;

  AccessContexts(TraceIndex index) {
    this.index = index;
    Trace trace = index.trace();
    boolean[] isNoticed = new boolean[trace.size()]; // writes that another thread reads
    for (int i = 0; i < trace.size(); i++) {
      if (TraceIndex.isRead(index.kind(i)) && index.writer(i) != TraceIndex.NONE) {
        isNoticed[index.writer(i)] |= trace.thread(index.writer(i)) != trace.thread(i);
      }
    }
    context = new int[trace.size()];
    int contexts = 0;
    for (int t = 0; t < index.threads(); t++) {
      contexts++;
      for (int point = 0; point < index.sections().events(t); point++) {
        int event = index.event(t, point);
        if (point > 0 && index.cones().isNewBetween(index.event(t, point - 1), event)) {
          contexts++; // forked again
        }
        context[event] = contexts;
        boolean isQuiet =
            switch (index.kind(event)) {
              case Kind.READ -> !index.cones().isNewAfter(event);
              case Kind.WRITE -> !isNoticed[event];
              case Kind.NOP, Kind.BEGIN, Kind.END -> true;
              default -> false;
            };
        contexts += isQuiet ? 0 : 1;
      }
    }
  }

  /** Whether the second event follows the first in its stretch, and they do the same. */
  boolean isAlike(int event, int later) {
    return context[event] == context[later]
        && index.kind(event) == index.kind(later)
        && index.trace().target(event) == index.trace().target(later)
        && point(event) <= point(later);
  }

  /** Whether this event is the first, or after it and before the later one in their thread. */
  boolean isBetween(int event, int first, int later) {
    return index.trace().thread(event) == index.trace().thread(first)
        && point(event) >= point(first)
        && point(event) < point(later);
  }

  private int point(int event) {
    return index.sections().point(event);
  }
}
