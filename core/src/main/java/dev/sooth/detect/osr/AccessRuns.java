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
 * <p>Cost: O(events × depth of locking) time, 4 bytes an event and 12 a run. Immutable.
 */
final class AccessRuns {
  static final int NONE = -1;

  private final TrfIndex trf;
  private final CriticalSections sections;
  private final AccessGroups groups;
  private final int[] runOf; // per slot: run of the access, or NONE

  private final int[] firstRun; // per group, and one more
  private final int[] head; // per run: index in the thread of its first access
  private final int[] length; // per run: number of accesses
  private final int[] groupOfRun;

  /**
   * Finds the runs.
   *
   * @param threads all threads, in the order in which they are dealt to the workers
   */
  AccessRuns(
      TrfIndex trf,
      CriticalSections sections,
      Successors successors,
      AccessGroups groups,
      int[] threads,
      Workers crew) {
    this.trf = trf;
    this.sections = sections;
    this.groups = groups;
    runOf = groups.giveGroupOf(); // each group's number gives way to that of a run
    firstRun = new int[groups.size() + 1];
    ThreadRuns[] byThread = new ThreadRuns[trf.threads()];
    int[] lastRun = new int[groups.size()]; // a group is of one thread, so workers do not meet here
    int[] lastContext = new int[groups.size()];
    crew.forEach(
        trf.threads(),
        (worker, k) -> byThread[k] = new ThreadRuns(threads[k], successors, lastRun, lastContext));
    crew.check();
    int runs = 0;
    for (int g = 0; g < groups.size(); g++) {
      int count = firstRun[g];
      firstRun[g] = runs;
      runs += count;
    }
    firstRun[groups.size()] = runs;
    head = new int[runs];
    length = new int[runs];
    groupOfRun = new int[runs];
    System.arraycopy(firstRun, 0, lastRun, 0, lastRun.length);
    crew.forEach(trf.threads(), (worker, k) -> byThread[k].sortByGroup(lastRun));
    crew.check();
  }

  /** The runs of one thread, in the order in which they begin. */
  private final class ThreadRuns {
    private final int thread;
    private final IntArrayList heads = new IntArrayList();
    private final IntArrayList groupOf = new IntArrayList();
    private final IntArrayList lengths = new IntArrayList();

    ThreadRuns(int t, Successors successors, int[] lastRun, int[] lastContext) {
      thread = t;
      int first = groups.firstOf(t);
      int context = 1;
      for (int i = 0; i < trf.events(t); i++) {
        int slot = trf.slot(t, i);
        if (runOf[slot] != NONE) {
          int group = first + runOf[slot];
          if (!groups.hasRivals(group)) {
            runOf[slot] = NONE;
          } else {
            if (lastContext[group] != context) {
              lastContext[group] = context;
              lastRun[group] = heads.size();
              heads.add(i);
              groupOf.add(group);
              lengths.add(0);
              firstRun[group]++;
            }
            runOf[slot] = lastRun[group];
            lengths.buffer[lastRun[group]]++;
          }
        }
        if (endsContext(t, i, successors)) {
          context++;
        }
      }
    }

    private boolean endsContext(int t, int i, Successors successors) {
      return successors.isLeaving(t, i)
          || trf.vectorBefore(t, i) != trf.vectorBefore(t, i + 1)
          || sections.context(t, i) != sections.context(t, i + 1);
    }

    /** Gives the runs their final numbers; {@code next} is the next one of each group. */
    void sortByGroup(int[] next) {
      int[] rank = new int[heads.size()];
      for (int r = 0; r < rank.length; r++) {
        int group = groupOf.get(r);
        rank[r] = next[group]++;
        head[rank[r]] = heads.get(r);
        length[rank[r]] = lengths.get(r);
        groupOfRun[rank[r]] = group;
      }
      int end = trf.slot(thread, trf.events(thread));
      for (int slot = trf.slot(thread, 0); slot < end; slot++) {
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
