package dev.sooth.order;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Causal cones ([LICS20] section 3.2): for each event the least set of events that every correct
 * reordering holds in which the event is next, and the least set that holds the event itself.
 * Closed under thread order, reads-from, fork and join; locks are not looked at.
 *
 * <p>A set is a prefix vector, stored only where it changes: at reads from another thread, after a
 * fork, at a join. Time O(events), plus O(threads) for each change; memory 8 bytes an event, and a
 * vector for each change.
 */
public final class Cones {
  private static final int NONE = -1;
  private static final int[] NO_SECTIONS = {};

  private final CriticalSections sections;
  private final PrefixStore store;
  private final int[] threads;
  private final int[] before; // by position: id of the vector that its thread needs before it
  private final int[] after; // by position: the same after it

  public Cones(Trace trace, CriticalSections sections) {
    this.sections = sections;
    threads = trace.threads();
    int threadCount = trace.names().threads().size();
    store = new PrefixStore(threadCount);
    before = new int[trace.size()];
    after = new int[trace.size()];
    byte[] kinds = trace.relevantKinds();
    int[][] needs = new int[threadCount][]; // own entries are not kept
    int[] ids = new int[threadCount];
    int empty = store.add(new int[threadCount], NO_SECTIONS, 0);
    Arrays.fill(ids, empty);
    int[] executed = new int[threadCount];
    int[] lastWrite = new int[trace.names().variables().size()];
    Arrays.fill(lastWrite, NONE);
    for (int i = 0; i < trace.size(); i++) {
      int t = threads[i];
      int target = trace.target(i);
      before[i] = ids[t];
      switch (kinds[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> {
          int writer = lastWrite[target];
          if (writer != NONE) {
            join(needs, ids, t, threads[writer], sections.point(writer) + 1, after[writer]);
          }
        }
        case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = i;
        case Kind.FORK -> join(needs, ids, target, t, sections.point(i) + 1, ids[t]);
        case Kind.JOIN -> join(needs, ids, t, target, executed[target], ids[target]);
        default -> {}
      }
      executed[t] = sections.point(i) + 1;
      after[i] = ids[t];
    }
  }

  /** The thread needs the first events of another one from now on, and what those need. */
  private void join(int[][] needs, int[] ids, int thread, int other, int point, int id) {
    if (thread == other) {
      return;
    }
    if (needs[thread] == null) {
      needs[thread] = new int[needs.length];
    }
    int[] vector = needs[thread];
    if (vector[other] >= point && point > 0) {
      return; // what that event needs is in the vector, too
    }
    store.joinInto(vector, id); // a thread without events may still need its fork
    vector[other] = Math.max(vector[other], point);
    vector[thread] = 0;
    ids[thread] = store.add(vector, NO_SECTIONS, 0);
  }

  /** How many events of the thread must come before the event at this position. */
  public int needed(int position, int thread) {
    return thread == threads[position]
        ? sections.point(position)
        : store.get(before[position], thread);
  }

  /** How many events of the thread a set holds that holds the event at this position. */
  public int neededThrough(int position, int thread) {
    return thread == threads[position]
        ? sections.point(position) + 1
        : store.get(after[position], thread);
  }

  /** Whether the event needs more of other threads than what comes before it in its thread does. */
  public boolean isNewAfter(int position) {
    return before[position] != after[position];
  }

  /** Whether an event needs more of other threads than the event before it in its thread leaves. */
  public boolean isNewBetween(int previous, int position) {
    return after[previous] != before[position];
  }

  /** Adds to the set all that must come before the event. */
  public void addBefore(int position, int[] prefix) {
    store.joinInto(prefix, before[position]);
    int t = threads[position];
    prefix[t] = Math.max(prefix[t], sections.point(position));
  }

  /** Adds to the set the event and all that must come before it. */
  public void addThrough(int position, int[] prefix) {
    store.joinInto(prefix, after[position]);
    int t = threads[position];
    prefix[t] = Math.max(prefix[t], sections.point(position) + 1);
  }
}
