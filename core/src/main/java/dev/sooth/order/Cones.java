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
 * fork, at a join. Time O(events), plus what differs for each change; memory 8 bytes an event, and
 * what differs.
 */
public final class Cones {
  private static final int NONE = -1;

  private final CriticalSections sections;
  private final PrefixVectors vectors;
  private final int[] threads;
  private final int[] before; // by position: id of the vector that its thread needs before it
  private final int[] after; // by position: the same after it

  public Cones(Trace trace, CriticalSections sections) {
    this.sections = sections;
    threads = trace.threads();
    int threadCount = trace.names().threads().size();
    vectors = new PrefixVectors(threadCount);
    before = new int[trace.size()];
    after = new int[trace.size()];
    byte[] kinds = trace.relevantKinds();
    PrefixSet needs = new PrefixSet(vectors);
    int[] ids = new int[threadCount]; // by thread: its vector now
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
  private void join(PrefixSet needs, int[] ids, int thread, int other, int point, int id) {
    if (thread == other || (vectors.get(ids[thread], other) >= point && point > 0)) {
      return; // what that event needs is in the vector, too
    }
    needs.load(ids[thread]); // a thread without events may still need its fork
    needs.add(id);
    needs.raise(other, point);
    ids[thread] = needs.saveWithout(thread);
  }

  /** How many events of the thread must come before the event at this position. */
  public int needed(int position, int thread) {
    return thread == threads[position]
        ? sections.point(position)
        : vectors.get(before[position], thread);
  }

  /** How many events of the thread a set holds that holds the event at this position. */
  public int neededThrough(int position, int thread) {
    return thread == threads[position]
        ? sections.point(position) + 1
        : vectors.get(after[position], thread);
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
    vectors.joinInto(before[position], prefix);
    int t = threads[position];
    prefix[t] = Math.max(prefix[t], sections.point(position));
  }

  /** Adds to the set the event and all that must come before it. */
  public void addThrough(int position, int[] prefix) {
    vectors.joinInto(after[position], prefix);
    int t = threads[position];
    prefix[t] = Math.max(prefix[t], sections.point(position) + 1);
  }
}
