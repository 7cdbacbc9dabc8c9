package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.LockSets;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.SharedUse;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * The plain accesses that may race, so arranged that few of them have to be looked at.
 *
 * <p>A <em>group</em> is all reads or all writes of one variable by one thread under one set of
 * locks. Two groups are <em>rivals</em> if accesses of them can race at all: same variable,
 * different threads, a write among them, and no common lock (else both sections would be open in
 * the closure of the pair). Accesses whose group has no rival are left out.
 *
 * <p>A <em>run</em> is accesses of one group between which the thread neither synchronises, nor
 * learns something new from another thread, nor does anything that has an edge to another thread.
 * The closures of two accesses of a run with a third event differ only by events without outgoing
 * edges, so either both race with it or none. And no other thread accesses the variable in conflict
 * between two accesses of a run, since that would make such an edge: all accesses of a run have the
 * same earlier and the same later partners. So only the first access of a run is ever decided.
 *
 * <p>Cost: O(events + pairs of groups of one variable) time, 4 bytes an event and 12 a run.
 * Immutable.
 */
final class AccessRuns {
  static final int NONE = -1;
  private static final int MOST_GROUPS = 512; // of one variable, above which rivals are not listed

  private final TrfIndex trf;
  private final CriticalSections sections;
  private final int[] runOf; // per slot: run of the access, or NONE

  private final IntArrayList groupVariable = new IntArrayList();
  private final IntArrayList groupThread = new IntArrayList();
  private final IntArrayList groupLockSet =
      new IntArrayList(); // twice the lock set, + 1 for writes
  private final IntArrayList groupContext = new IntArrayList(); // a context with this lock set
  private int[] firstGroup; // per variable, and one more: its part of the next array
  private int[] groupsByVariable;
  private int[][] rivals; // per group

  private int[] firstRun; // per group, and one more
  private int[] head; // per run: index in the thread of its first access
  private int[] length; // per run: number of accesses
  private int[] groupOfRun;

  AccessRuns(TrfIndex trf, CriticalSections sections, Successors successors) {
    this.trf = trf;
    this.sections = sections;
    runOf = new int[trf.trace().size()];
    new GroupBuilder().run();
    listRivals();
    makeRuns(successors);
  }

  /** Puts the number of its group, or NONE, in the place of each access. */
  private final class GroupBuilder {
    private final Trace trace = trf.trace();
    private final int[] lastGroup = new int[2 * trace.names().variables().size()];
    private final LongIntHashMap numbers = new LongIntHashMap(); // of one thread at a time
    private final LockSets lockSets = new LockSets();

    void run() {
      SharedUse use = new SharedUse();
      use.add(trace.relevantKinds(), trace.threads(), trace.targets(), 0, trace.size());
      Arrays.fill(lastGroup, NONE);
      for (int t = 0; t < trf.threads(); t++) {
        numbers.clear();
        int held = LockSets.NONE;
        for (int i = 0; i < trf.events(t); i++) {
          int p = trf.position(t, i);
          int target = trace.target(p);
          int group = NONE;
          switch (trace.relevantKinds()[p]) {
            case Kind.ACQUIRE -> held = lockSets.with(held, target);
            case Kind.RELEASE -> held = lockSets.without(held, target);
            case Kind.READ -> group = use.isShared(target) ? group(t, i, target, 2 * held) : NONE;
            case Kind.WRITE ->
                group = use.isShared(target) ? group(t, i, target, 2 * held + 1) : NONE;
            default -> {}
          }
          runOf[trf.slot(t, i)] = group;
        }
      }
    }

    private int group(int t, int i, int variable, int set) {
      int writes = set & 1;
      int recent = lastGroup[2 * variable + writes];
      if (recent != NONE && groupThread.get(recent) == t && groupLockSet.get(recent) == set) {
        return recent;
      }
      long key = ((long) variable << 32) | set;
      int number = numbers.getOrDefault(key, NONE);
      if (number == NONE) {
        number = groupVariable.size();
        numbers.put(key, number);
        groupVariable.add(variable);
        groupThread.add(t);
        groupLockSet.add(set);
        groupContext.add(sections.context(t, i));
      }
      lastGroup[2 * variable + writes] = number;
      return number;
    }
  }

  private void listRivals() {
    int variables = trf.trace().names().variables().size();
    int groups = groupVariable.size();
    firstGroup = new int[variables + 1];
    groupsByVariable = new int[groups];
    for (int g = 0; g < groups; g++) {
      firstGroup[groupVariable.get(g) + 1]++;
    }
    for (int x = 0; x < variables; x++) {
      firstGroup[x + 1] += firstGroup[x];
    }
    int[] next = Arrays.copyOf(firstGroup, variables);
    for (int g = 0; g < groups; g++) {
      groupsByVariable[next[groupVariable.get(g)]++] = g;
    }
    rivals = new int[groups][];
    int[] found = new int[MOST_GROUPS];
    for (int g = 0; g < groups; g++) {
      int from = firstGroup[groupVariable.get(g)];
      int to = firstGroup[groupVariable.get(g) + 1];
      if (to - from > MOST_GROUPS) {
        rivals[g] = Arrays.copyOfRange(groupsByVariable, from, to); // asked again for each pair
        continue;
      }
      int count = 0;
      for (int k = from; k < to; k++) {
        if (areRivals(g, groupsByVariable[k])) {
          found[count++] = groupsByVariable[k];
        }
      }
      rivals[g] = Arrays.copyOf(found, count);
    }
  }

  /** Whether accesses of these groups of one variable can race. */
  boolean areRivals(int g, int h) {
    return ((groupLockSet.get(g) | groupLockSet.get(h)) & 1) != 0
        && groupThread.get(g) != groupThread.get(h)
        && !sections.shareLock(groupContext.get(g), groupContext.get(h));
  }

  private void makeRuns(Successors successors) {
    int groups = groupVariable.size();
    int[] lastRun = new int[groups];
    int[] lastContext = new int[groups];
    int context = 1;
    IntArrayList heads = new IntArrayList();
    IntArrayList groupOf = new IntArrayList();
    IntArrayList lengths = new IntArrayList();
    firstRun = new int[groups + 1];
    for (int t = 0; t < trf.threads(); t++) {
      context++;
      for (int i = 0; i < trf.events(t); i++) {
        int slot = trf.slot(t, i);
        int group = runOf[slot];
        if (group != NONE && rivals[group].length == 0) {
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
    int groups = firstRun.length - 1;
    for (int g = 0; g < groups; g++) {
      firstRun[g + 1] += firstRun[g];
    }
    int[] next = Arrays.copyOf(firstRun, groups);
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

  int thread(int group) {
    return groupThread.get(group);
  }

  /** Groups that may be rivals of this one: {@link #areRivals} has the last word. */
  int[] rivals(int group) {
    return rivals[group];
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
