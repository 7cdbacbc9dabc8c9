package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.SharedUse;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Groups of accesses, and which are rivals: see {@link AccessRuns}. A group for each set of locks
 * would separate best, but where locks nest freely a variable is accessed under thousands of sets.
 * So the accesses of a variable are told apart only by the two locks that guard it most often,
 * found by counting with two counters a variable (Misra and Gries: a lock held at more than a third
 * of the accesses is found), and a group knows the locks that all its accesses hold.
 */
final class AccessGroups {
  private static final int NONE = -1;
  private static final int GUARDS = 2; // a variable
  private static final int MOST_LISTED = 64; // groups of a variable whose rivals are listed

  private final CriticalSections sections;
  private final IntArrayList variable = new IntArrayList(); // per group, as the next ones
  private final IntArrayList thread = new IntArrayList();
  private final IntArrayList traits = new IntArrayList(); // bit 0: writes; then one bit a guard
  private int[][] common = new int[64][]; // locks that all accesses hold

  private final int[] firstGroup; // per variable, and one more: its part of the next array
  private final int[] byVariable;
  private final int[] firstRival; // per group: its part of the next array, or NONE: not listed
  private final int[] rivalCount;
  private final IntArrayList rivals = new IntArrayList();

  private int[] groupOf; // per slot: the group of the access, or NONE; until it is given away

  AccessGroups(TrfIndex trf, CriticalSections sections, BooleanSupplier stop) {
    this.sections = sections;
    groupOf = new int[trf.trace().size()];
    new Builder(trf).run(stop);
    int variables = trf.trace().names().variables().size();
    firstGroup = new int[variables + 1];
    byVariable = new int[size()];
    firstRival = new int[size()];
    rivalCount = new int[size()];
    sortByVariable(variables);
    for (int x = 0; x < variables; x++) {
      listRivals(x);
    }
  }

  private final class Builder {
    private final TrfIndex trf;
    private final Trace trace;
    private final SharedUse use = new SharedUse();
    private final int[] guard; // per variable and counter: a lock
    private final int[] count; // and how often it was held more than the others
    private final int[] recent; // per variable and kind: group of the last access
    private final IntArrayList lastContext = new IntArrayList(); // per group
    private final LongIntHashMap numbers = new LongIntHashMap(); // of one thread at a time

    Builder(TrfIndex trf) {
      this.trf = trf;
      trace = trf.trace();
      int variables = trace.names().variables().size();
      guard = new int[GUARDS * variables];
      count = new int[GUARDS * variables];
      recent = new int[2 * variables];
      Arrays.fill(recent, NONE);
    }

    void run(BooleanSupplier stop) {
      use.add(trace.relevantKinds(), trace.threads(), trace.targets(), 0, trace.size());
      for (int p = 0; p < trace.size(); p++) {
        if ((p & 0xFFFF) == 0 && stop.getAsBoolean()) {
          throw new CancellationException();
        }
        if (isCandidate(p)) {
          int context = sections.context(trace.thread(p), trf.index(p));
          for (int c = context; c != 0; c = sections.outer(c)) {
            vote(trace.target(p), sections.lock(sections.section(c)));
          }
        }
      }
      for (int t = 0; t < trf.threads(); t++) {
        numbers.clear();
        for (int i = 0; i < trf.events(t); i++) {
          int p = trf.position(t, i);
          groupOf[trf.slot(t, i)] = isCandidate(p) ? group(t, i, p) : NONE;
        }
      }
    }

    private boolean isCandidate(int p) {
      return Kind.isPlainAccess(trace.relevantKinds()[p]) && use.isShared(trace.target(p));
    }

    private void vote(int x, int lock) {
      int free = NONE;
      for (int k = GUARDS * x; k < GUARDS * (x + 1); k++) {
        if (count[k] == 0) {
          free = k;
        } else if (guard[k] == lock) {
          count[k]++;
          return;
        }
      }
      if (free != NONE) {
        guard[free] = lock;
        count[free] = 1;
        return;
      }
      for (int k = GUARDS * x; k < GUARDS * (x + 1); k++) {
        count[k]--;
      }
    }

    private int group(int t, int i, int p) {
      int x = trace.target(p);
      int writes = trace.relevantKinds()[p] == Kind.WRITE ? 1 : 0;
      int context = sections.context(t, i);
      int group = recent[2 * x + writes];
      if (group != NONE && thread.get(group) == t && lastContext.get(group) == context) {
        return group;
      }
      int trait = writes;
      for (int k = 0; k < GUARDS; k++) {
        if (count[GUARDS * x + k] > 0 && isHeld(guard[GUARDS * x + k], context)) {
          trait |= 2 << k;
        }
      }
      if (group == NONE || thread.get(group) != t || traits.get(group) != trait) {
        group = number(x, t, trait, context);
        recent[2 * x + writes] = group;
      }
      common[group] = retain(common[group], context);
      lastContext.set(group, context);
      return group;
    }

    private int number(int x, int t, int trait, int context) {
      long key = ((long) x << 32) | trait;
      int number = numbers.getOrDefault(key, NONE);
      if (number == NONE) {
        number = variable.size();
        numbers.put(key, number);
        variable.add(x);
        thread.add(t);
        traits.add(trait);
        lastContext.add(context);
        IntArrayList locks = new IntArrayList();
        for (int c = context; c != 0; c = sections.outer(c)) {
          locks.add(sections.lock(sections.section(c)));
        }
        if (number == common.length) {
          common = Arrays.copyOf(common, number * 2);
        }
        common[number] = locks.toArray();
      }
      return number;
    }

    private boolean isHeld(int lock, int context) {
      for (int c = context; c != 0; c = sections.outer(c)) {
        if (sections.lock(sections.section(c)) == lock) {
          return true;
        }
      }
      return false;
    }

    private int[] retain(int[] locks, int context) {
      int kept = 0;
      for (int lock : locks) {
        kept += isHeld(lock, context) ? 1 : 0;
      }
      if (kept == locks.length) {
        return locks;
      }
      int[] rest = new int[kept];
      for (int lock : locks) {
        if (isHeld(lock, context)) {
          rest[--kept] = lock;
        }
      }
      return rest;
    }
  }

  private void sortByVariable(int variables) {
    for (int g = 0; g < size(); g++) {
      firstGroup[variable.get(g) + 1]++;
    }
    for (int x = 0; x < variables; x++) {
      firstGroup[x + 1] += firstGroup[x];
    }
    int[] next = Arrays.copyOf(firstGroup, variables);
    for (int g = 0; g < size(); g++) {
      byVariable[next[variable.get(g)]++] = g;
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
    if (((traits.get(g) | traits.get(h)) & 1) == 0 || thread.get(g) == thread.get(h)) {
      return false;
    }
    for (int lock : common[g]) {
      if (contains(common[h], lock)) {
        return false;
      }
    }
    return true;
  }

  /** Per slot the group of the access, or -1. The array is the caller's from now on. */
  int[] giveGroupOf() {
    int[] given = groupOf;
    groupOf = null;
    return given;
  }

  /** How many groups there are. */
  int size() {
    return variable.size();
  }

  int thread(int group) {
    return thread.get(group);
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
    int other = byVariable[firstGroup[variable.get(group)] + number];
    return areRivals(group, other) ? other : NONE;
  }
}
