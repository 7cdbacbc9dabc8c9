package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;
import java.util.Arrays;

/**
 * The plain accesses that may race, so arranged that few of them have to be looked at.
 *
 * <p>A <em>group</em> is reads or writes of one variable by one thread, those under a lock that
 * often guards the variable apart from the others. Two groups are <em>rivals</em> if accesses of
 * them can race at all: same variable, different threads, a write among them, and no lock that all
 * accesses of both groups hold (else two sections on it would be open in the closure of the pair).
 * Accesses whose group has no rival are left out.
 *
 * <p>A <em>run</em> is accesses of one group between which the thread neither synchronises, nor
 * learns something new from another thread, nor does anything that has an edge to another thread.
 * The closures of two accesses of a run with a third event differ only by events without outgoing
 * edges, so either both race with it or none. And no other thread accesses the variable in conflict
 * between two accesses of a run, since that would make such an edge: all accesses of a run have the
 * same earlier and the same later partners. So only the first access of a run is ever decided.
 *
 * <p>Cost: O(events × depth of locking) time, 4 bytes an event and 12 a run. Immutable.
 */
final class AccessRuns {
  static final int NONE = -1;

  private final TrfIndex trf;
  private final CriticalSections sections;
  private final AccessGroups groups;
  private final int[] runOf; // per slot: run of the access, or NONE

  private int[] firstRun; // per group, and one more
  private int[] head; // per run: index in the thread of its first access
  private int[] length; // per run: number of accesses
  private int[] groupOfRun;

  AccessRuns(TrfIndex trf, CriticalSections sections, Successors successors, AccessGroups groups) {
    this.trf = trf;
    this.sections = sections;
    this.groups = groups;
    runOf = groups.giveGroupOf(); // each group's number gives way to that of a run
    makeRuns(successors);
  }

  private void makeRuns(Successors successors) {
    int[] lastRun = new int[groups.size()];
    int[] lastContext = new int[groups.size()];
    int context = 1;
    IntArrayList heads = new IntArrayList();
    IntArrayList groupOf = new IntArrayList();
    IntArrayList lengths = new IntArrayList();
    firstRun = new int[groups.size() + 1];
    for (int t = 0; t < trf.threads(); t++) {
      context++;
      for (int i = 0; i < trf.events(t); i++) {
        int slot = trf.slot(t, i);
        int group = runOf[slot];
        if (group != NONE && !groups.hasRivals(group)) {
          runOf[slot] = NONE;
        } else if (group != NONE) {
          if (lastContext[group] != context) {
            lastContext[group] = context;
            lastRun[group] = heads.size();
            heads.add(i);
            groupOf.add(group);
            lengths.add(0);
            firstRun[group + 1]++;
          }
          runOf[slot] = lastRun[group];
          lengths.set(lastRun[group], lengths.get(lastRun[group]) + 1);
        }
        if (endsContext(t, i, slot, successors)) {
          context++;
        }
      }
    }
    sortByGroup(heads, groupOf, lengths);
  }

  private boolean endsContext(int t, int i, int slot, Successors successors) {
    return successors.isLeaving(slot)
        || trf.vectorBefore(t, i) != trf.vectorBefore(t, i + 1)
        || sections.context(t, i) != sections.context(t, i + 1);
  }

  private void sortByGroup(IntArrayList heads, IntArrayList groupOf, IntArrayList lengths) {
    int count = groups.size();
    for (int g = 0; g < count; g++) {
      firstRun[g + 1] += firstRun[g];
    }
    int[] next = Arrays.copyOf(firstRun, count);
    int runs = heads.size();
    int[] rank = new int[runs];
    head = new int[runs];
    length = new int[runs];
    groupOfRun = new int[runs];
    for (int r = 0; r < runs; r++) {
      rank[r] = next[groupOf.get(r)]++;
      head[rank[r]] = heads.get(r);
      length[rank[r]] = lengths.get(r);
      groupOfRun[rank[r]] = groupOf.get(r);
    }
    for (int slot = 0; slot < runOf.length; slot++) {
      if (runOf[slot] != NONE) {
        runOf[slot] = rank[runOf[slot]];
      }
    }
  }

  /** How many runs there are. */
  int runs() {
    return head.length;
  }

  /** The run of the access in this slot, or NONE if the event there races with nothing. */
  int runOf(int slot) {
    return runOf[slot];
  }

  /** The index in its thread of the first access of a run. */
  int head(int run) {
    return head[run];
  }

  /** How many accesses a run has. */
  int length(int run) {
    return length[run];
  }

  /** The group of a run. */
  int groupOf(int run) {
    return groupOfRun[run];
  }

  AccessGroups groups() {
    return groups;
  }

  /** The thread of a run. */
  int thread(int run) {
    return groups.thread(groupOfRun[run]);
  }

  /** The first run of this group whose accesses have at least this index, or {@link #endOf}. */
  int firstRunFrom(int group, int index, int from) {
    int lo = from;
    int hi = firstRun[group + 1];
    int step = 1; // gallop: the answer is mostly near
    while (lo + step < hi && head[lo + step] < index) {
      lo += step;
      step <<= 1;
    }
    hi = Math.min(hi, lo + step);
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (head[mid] < index) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }

  int startOf(int group) {
    return firstRun[group];
  }

  int endOf(int group) {
    return firstRun[group + 1];
  }
}
