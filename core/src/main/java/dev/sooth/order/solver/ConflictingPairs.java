package dev.sooth.order.solver;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.Grouping;
import dev.sooth.order.LockSets;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * The conflicting pairs of a trace, by their second access in trace order, with the two reasons why
 * most of them cannot race taken out at no cost: the earlier accesses of one thread that are in the
 * cone of the second are the first ones of their group, and a lock that has been held at all
 * accesses to a variable so far refutes all pairs at once.
 */
public final class ConflictingPairs {
  /** Sees the pairs that need a closer look. */
  @FunctionalInterface
  public interface Visitor {
    /** Returns false to end the visit of this second access. */
    boolean visit(int first, int second);
  }

  private final Trace trace;
  private final TraceIndex index;
  private final CriticalSections sections;
  private final Grouping accesses; // by variable, then by thread * 2, + 1 for writes
  private final LockSets lockSets = new LockSets();
  private final int[] commonLocks; // by variable: lock set held at all accesses so far
  private final int[] held; // by thread: lock set
  private long pairs;
  private long contained;
  private long locked;

  /** The pairs of this trace, before its first event. */
  public ConflictingPairs(TraceIndex index) {
    this.index = index;
    trace = index.trace();
    sections = index.sections();
    int threads = index.threads();
    accesses =
        new Grouping(
            trace.size(),
            trace.names().variables().size(),
            threads * 2,
            i -> Kind.isPlainAccess(index.kind(i)) ? trace.target(i) : -1,
            i -> trace.thread(i) * 2 + (index.kind(i) == Kind.WRITE ? 1 : 0));
    commonLocks = new int[trace.names().variables().size()];
    Arrays.fill(commonLocks, LockSets.ALL);
    held = new int[threads];
  }

  /** Takes the next event of the trace; true if it is a plain access. */
  public boolean advance(int position) {
    int thread = trace.thread(position);
    int target = trace.target(position);
    switch (index.kind(position)) {
      case Kind.READ, Kind.WRITE -> {
        commonLocks[target] = lockSets.intersection(commonLocks[target], held[thread]);
        return true;
      }
      case Kind.ACQUIRE -> held[thread] = lockSets.with(held[thread], target);
      case Kind.RELEASE -> held[thread] = lockSets.without(held[thread], target);
      default -> {}
    }
    return false;
  }

  /** Shows the pairs whose second access this is, counting those that are refuted here. */
  public void visit(int second, Visitor visitor) {
    int variable = trace.target(second);
    int thread = trace.thread(second);
    boolean isWrite = index.kind(second) == Kind.WRITE;
    boolean protectedByLock = commonLocks[variable] != LockSets.NONE;
    for (int g = accesses.groupsFrom(variable); g < accesses.groupsTo(variable); g++) {
      int key = accesses.secondKey(g);
      int other = key >> 1;
      if (other == thread || (!isWrite && (key & 1) == 0)) {
        continue;
      }
      int end = firstFrom(g, second);
      int needed = index.cones().needed(second, other);
      int from = sections.firstOutside(accesses, accesses.start(g), end, needed);
      pairs += end - accesses.start(g);
      contained += from - accesses.start(g);
      if (protectedByLock) {
        locked += end - from;
        continue;
      }
      for (int n = from; n < end; n++) {
        int first = accesses.item(n);
        if (sections.shareLock(other, sections.point(first), thread, sections.point(second))) {
          locked++;
        } else if (!visitor.visit(first, second)) {
          return;
        }
      }
    }
  }

  /** How many pairs were counted. */
  public long pairs() {
    return pairs;
  }

  /** How many of them have the first access in the cone of the second. */
  public long contained() {
    return contained;
  }

  /** How many of the others hold one lock. */
  public long locked() {
    return locked;
  }

  /** Index of the group's first item that is not before this position. */
  private int firstFrom(int group, int position) {
    int low = accesses.start(group);
    int high = accesses.end(group);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (accesses.item(middle) < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
