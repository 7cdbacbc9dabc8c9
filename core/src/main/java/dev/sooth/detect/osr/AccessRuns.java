package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;

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
 * <p>Cost: O(events × depth of locking) time, 4 bytes an event and 12 a run. Immutable when all
 * runs have their numbers.
 */
final class AccessRuns {
  static final int NONE = -1;

  private final AccessGroups groups;
  private final int[] runOf; // per slot: run of the access, or NONE

  private final int[] firstRun; // per group, and one more
  private final int[] head; // per run: index in the thread of its first access
  private final int[] length; // per run: number of accesses
  private final int[] groupOfRun;

  private AccessRuns(AccessGroups groups, int[] runOf, int[] firstRun) {
    this.groups = groups;
    this.runOf = runOf;
    this.firstRun = firstRun;
    int runs = firstRun[groups.size()];
    head = new int[runs];
    length = new int[runs];
    groupOfRun = new int[runs];
  }

  /**
   * Finds the runs: first those of each thread, then how many there are, then their numbers. What
   * is done for each thread may be dealt to workers.
   */
  static final class Finder {
    private final TrfIndex trf;
    private final CriticalSections sections;
    private final Successors successors;
    private final AccessGroups groups;
    private final int[] runOf;
    private final int[] firstRun;
    private final ThreadRuns[] byThread;
    private final int[] lastRun; // a group is of one thread, so workers do not meet here
    private final int[] lastContext;

    Finder(TrfIndex trf, CriticalSections sections, Successors successors, AccessGroups groups) {
      this.trf = trf;
      this.sections = sections;
      this.successors = successors;
      this.groups = groups;
      runOf = groups.giveGroupOf(); // each group's number gives way to that of a run
      firstRun = new int[groups.size() + 1];
      byThread = new ThreadRuns[trf.threads()];
      lastRun = new int[groups.size()];
      lastContext = new int[groups.size()];
    }

    void find(int t) {
      byThread[t] = new ThreadRuns();
      byThread[t].find(this, t);
    }

    /** When all threads have been looked at; the runs have no numbers yet. */
    AccessRuns count() {
      int runs = 0;
      for (int g = 0; g < groups.size(); g++) {
        int count = firstRun[g];
        firstRun[g] = runs;
        runs += count;
      }
      firstRun[groups.size()] = runs;
      System.arraycopy(firstRun, 0, lastRun, 0, lastRun.length);
      return new AccessRuns(groups, runOf, firstRun);
    }

    void number(int t, AccessRuns runs) {
      byThread[t].number(runs, lastRun, trf.slot(t, 0), trf.slot(t, trf.events(t)));
    }

    private boolean endsContext(int t, int i) {
      return successors.isLeaving(t, i)
          || trf.vectorBefore(t, i) != trf.vectorBefore(t, i + 1)
          || sections.context(t, i) != sections.context(t, i + 1);
    }
  }

  /** The runs of one thread, in the order in which they begin. */
  private static final class ThreadRuns {
    private final IntArrayList heads = new IntArrayList();
    private final IntArrayList groupOf = new IntArrayList();
    private final IntArrayList lengths = new IntArrayList();

    void find(Finder all, int t) {
      int[] runOf = all.runOf;
      int first = all.groups.firstOf(t);
      int context = 1;
      for (int i = 0; i < all.trf.events(t); i++) {
        int slot = all.trf.slot(t, i);
        if (runOf[slot] != NONE) {
          int group = first + runOf[slot];
          if (!all.groups.hasRivals(group)) {
            runOf[slot] = NONE;
          } else {
            if (all.lastContext[group] != context) {
              all.lastContext[group] = context;
              all.lastRun[group] = heads.size();
              heads.add(i);
              groupOf.add(group);
              lengths.add(0);
              all.firstRun[group]++;
            }
            runOf[slot] = all.lastRun[group];
            lengths.buffer[all.lastRun[group]]++;
          }
        }
        if (all.endsContext(t, i)) {
          context++;
        }
      }
    }

    /** Gives the runs their final numbers; {@code next} is the next one of each group. */
    void number(AccessRuns runs, int[] next, int firstSlot, int endSlot) {
      int[] rank = new int[heads.size()];
      for (int r = 0; r < rank.length; r++) {
        int group = groupOf.get(r);
        rank[r] = next[group]++;
        runs.head[rank[r]] = heads.get(r);
        runs.length[rank[r]] = lengths.get(r);
        runs.groupOfRun[rank[r]] = group;
      }
      int[] runOf = runs.runOf;
      for (int slot = firstSlot; slot < endSlot; slot++) {
        if (runOf[slot] != NONE) {
          runOf[slot] = rank[runOf[slot]];
        }
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
