package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Groups of accesses, and which are rivals: see {@link AccessRuns}. A group for each set of locks
 * would separate best, but where locks nest freely a variable is accessed under thousands of sets.
 * So the accesses of a variable are told apart only by the two locks that guard it most often
 * ({@link GuardingLocks}), and a group knows the locks that all its accesses hold.
 *
 * <p>The groups of a thread have consecutive numbers. Cost: O(depth of locking) an access, and
 * O(groups²) for a variable with few groups.
 */
final class AccessGroups {
  private static final int NONE = -1;
  private static final int MOST_LISTED = 64; // groups of a variable whose rivals are listed
  private static final int MOST_LOCKS = 64; // that a group knows, the outermost
  private static final int[] NO_LOCKS = {};

  private final int[] firstOfThread; // and one more
  private final int[] thread; // per group, as the next ones
  private final int[] variable;
  private final int[] traits; // bit 0: writes; then one bit a guard
  private final int[][] common; // locks that all accesses hold, or some of them

  private final int[] firstGroup; // per variable, and one more: its part of the next array
  private final int[] byVariable;
  private final int[] firstRival; // per group: its part of the next array, or NONE: not listed
  private final int[] rivalCount;
  private final IntArrayList rivals = new IntArrayList();

  private int[] groupOf; // per slot: number of the group in its thread, or NONE; until given away

  /** Finds the groups of each thread; threads may be dealt to workers. */
  static final class Finder {
    private final TrfIndex trf;
    private final CriticalSections sections;
    private final SharedResources resources;
    private final GuardingLocks guards;
    private final int[] groupOf;
    private final ThreadGroups[] byThread;
    private final int[][] recent; // per worker, see ThreadGroups

    Finder(
        TrfIndex trf,
        CriticalSections sections,
        SharedResources resources,
        GuardingLocks guards,
        int workers) {
      this.trf = trf;
      this.sections = sections;
      this.resources = resources;
      this.guards = guards;
      groupOf = new int[trf.trace().size()];
      byThread = new ThreadGroups[trf.threads()];
      recent = new int[workers][];
    }

    void find(int worker, int t) {
      if (recent[worker] == null) {
        recent[worker] = new int[2 * resources.variables()];
      }
      byThread[t] = new ThreadGroups(t, sections, recent[worker]);
      byThread[t].find(trf, resources, guards, groupOf);
    }

    /** When all threads have been looked at. */
    AccessGroups groups() {
      return new AccessGroups(trf, resources, byThread, groupOf);
    }
  }

  private AccessGroups(
      TrfIndex trf, SharedResources resources, ThreadGroups[] byThread, int[] groupOf) {
    this.groupOf = groupOf;
    firstOfThread = new int[trf.threads() + 1];
    for (int t = 0; t < trf.threads(); t++) {
      firstOfThread[t + 1] = firstOfThread[t] + byThread[t].variables.size();
    }
    int size = firstOfThread[trf.threads()];
    thread = new int[size];
    variable = new int[size];
    traits = new int[size];
    common = new int[size][];
    for (int t = 0; t < trf.threads(); t++) {
      int first = firstOfThread[t];
      int count = firstOfThread[t + 1] - first;
      Arrays.fill(thread, first, first + count, t);
      System.arraycopy(byThread[t].variables.buffer, 0, variable, first, count);
      System.arraycopy(byThread[t].traitsOf.buffer, 0, traits, first, count);
      System.arraycopy(byThread[t].locks, 0, common, first, count);
      byThread[t] = null;
    }
    firstGroup = new int[resources.variables() + 1];
    byVariable = new int[size];
    firstRival = new int[size];
    rivalCount = new int[size];
    sortByVariable(resources.variables());
    for (int x = 0; x < resources.variables(); x++) {
      listRivals(x);
    }
  }

  /** The groups of one thread. */
  private static final class ThreadGroups {
    private final int t;
    private final CriticalSections sections;
    private final IntArrayList variables = new IntArrayList(); // per group, as the next ones
    private final IntArrayList traitsOf = new IntArrayList();
    private final IntArrayList lastContext = new IntArrayList();
    private int[][] locks = new int[16][];
    private final LongIntHashMap numbers = new LongIntHashMap(); // of variable and traits
    private final int[] recent; // per variable and kind: group of the last access, or of no matter

    ThreadGroups(int t, CriticalSections sections, int[] recent) {
      this.t = t;
      this.sections = sections;
      this.recent = recent;
    }

    void find(TrfIndex trf, SharedResources resources, GuardingLocks guards, int[] groupOf) {
      Trace trace = trf.trace();
      byte[] kinds = trace.relevantKinds();
      for (int i = 0; i < trf.events(t); i++) {
        int p = trf.position(t, i);
        int x = trace.target(p);
        groupOf[trf.slot(t, i)] =
            Kind.isPlainAccess(kinds[p]) && resources.isShared(x)
                ? group(x, kinds[p] == Kind.WRITE ? 1 : 0, i, guards)
                : NONE;
      }
    }

    private int group(int x, int writes, int point, GuardingLocks guards) {
      int context = sections.context(t, point);
      int group = recent[2 * x + writes];
      boolean isRecent =
          group < variables.size()
              && variables.get(group) == x
              && (traitsOf.get(group) & 1) == writes; // else it is of another thread
      if (isRecent && lastContext.get(group) == context) {
        return group;
      }
      int trait = writes;
      for (int k = 0; k < GuardingLocks.GUARDS; k++) {
        int guard = guards.guard(x, k);
        if (guard != NONE && isHeld(guard, point)) {
          trait |= 2 << k;
        }
      }
      if (!isRecent || traitsOf.get(group) != trait) {
        group = number(x, trait, point);
        recent[2 * x + writes] = group;
      }
      locks[group] = retain(locks[group], point);
      lastContext.set(group, context);
      return group;
    }

    private int number(int x, int trait, int point) {
      long key = ((long) x << 32) | trait;
      int slot = numbers.indexOf(key);
      if (slot >= 0) {
        return numbers.indexGet(slot);
      }
      int number = variables.size();
      numbers.indexInsert(slot, key, number);
      variables.add(x);
      traitsOf.add(trait);
      lastContext.add(sections.context(t, point));
      if (number == locks.length) {
        locks = Arrays.copyOf(locks, number * 2);
      }
      locks[number] = locksAt(point);
      return number;
    }

    private int[] locksAt(int point) {
      int depth = 0;
      for (int c = sections.context(t, point); c != 0; c = sections.outer(c, point)) {
        depth++;
      }
      int[] locks = depth == 0 ? NO_LOCKS : new int[Math.min(depth, MOST_LOCKS)];
      for (int c = sections.context(t, point); c != 0; c = sections.outer(c, point)) {
        if (--depth < MOST_LOCKS) {
          locks[depth] = sections.lock(sections.section(c));
        }
      }
      return locks;
    }

    private boolean isHeld(int lock, int point) {
      for (int c = sections.context(t, point); c != 0; c = sections.outer(c, point)) {
        if (sections.lock(sections.section(c)) == lock) {
          return true;
        }
      }
      return false;
    }

    private int[] retain(int[] locks, int point) {
      int kept = 0;
      for (int lock : locks) {
        kept += isHeld(lock, point) ? 1 : 0;
      }
      if (kept == locks.length) {
        return locks;
      }
      int[] rest = kept == 0 ? NO_LOCKS : new int[kept];
      for (int lock : locks) {
        if (isHeld(lock, point)) {
          rest[--kept] = lock;
        }
      }
      return rest;
    }
  }

  private void sortByVariable(int variables) {
    for (int x : variable) {
      firstGroup[x + 1]++;
    }
    for (int x = 0; x < variables; x++) {
      firstGroup[x + 1] += firstGroup[x];
    }
    int[] next = Arrays.copyOf(firstGroup, variables);
    for (int g = 0; g < size(); g++) {
      byVariable[next[variable[g]]++] = g;
    }
  }

  private void listRivals(int x) {
    int from = firstGroup[x];
    int to = firstGroup[x + 1];
    boolean guarded = isGuarded(from, to);
    for (int k = from; k < to; k++) {
      int group = byVariable[k];
      if (to - from > MOST_LISTED && !guarded) {
        firstRival[group] = NONE;
        rivalCount[group] = to - from;
        continue;
      }
      firstRival[group] = rivals.size();
      for (int l = from; l < to && !guarded; l++) {
        if (areRivals(group, byVariable[l])) {
          rivals.add(byVariable[l]);
        }
      }
      rivalCount[group] = rivals.size() - firstRival[group];
    }
  }

  /** Whether all accesses of these groups hold one lock. */
  private boolean isGuarded(int from, int to) {
    if (from == to) {
      return true;
    }
    for (int lock : common[byVariable[from]]) {
      int k = from + 1;
      while (k < to && contains(common[byVariable[k]], lock)) {
        k++;
      }
      if (k == to) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(int[] locks, int lock) {
    for (int other : locks) {
      if (other == lock) {
        return true;
      }
    }
    return false;
  }

  /** Whether accesses of these groups of one variable can race. */
  private boolean areRivals(int g, int h) {
    if (((traits[g] | traits[h]) & 1) == 0 || thread[g] == thread[h]) {
      return false;
    }
    for (int lock : common[g]) {
      if (contains(common[h], lock)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Per slot the number of the access's group in its thread, or -1. The array is the caller's now.
   */
  int[] giveGroupOf() {
    int[] given = groupOf;
    groupOf = null;
    return given;
  }

  /** How many groups there are. */
  int size() {
    return thread.length;
  }

  /** The first group of a thread. */
  int firstOf(int ofThread) {
    return firstOfThread[ofThread];
  }

  int thread(int group) {
    return thread[group];
  }

  boolean hasRivals(int group) {
    return rivalCount[group] > 0;
  }

  /** How many groups may be rivals of this one. */
  int rivals(int group) {
    return rivalCount[group];
  }

  /** The rival with this number, or -1 if the group with this number is none. */
  int rival(int group, int number) {
    if (firstRival[group] != NONE) {
      return rivals.get(firstRival[group] + number);
    }
    int other = byVariable[firstGroup[variable[group]] + number];
    return areRivals(group, other) ? other : NONE;
  }
}
