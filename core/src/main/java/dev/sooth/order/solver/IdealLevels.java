package dev.sooth.order.solver;

import com.carrotsearch.hppc.LongHashSet;
import dev.sooth.order.Cones;
import dev.sooth.order.CriticalSections;
import java.util.Arrays;

/**
 * The points up to which each thread may run in a candidate ideal ([LICS20] section 3.2), beyond
 * the set that is needed anyway: an ideal grows by closing a section that it leaves open, which
 * brings in the cone of the release. Only sections whose lock another thread takes in the largest
 * ideal are closed; closing any other changes nothing.
 *
 * <p>The levels are closed under cones: what the last event of a level needs of another thread is a
 * level of that one, or inside the needed set.
 */
final class IdealLevels {
  private final TraceIndex index;
  private final CriticalSections sections;
  private final Cones cones;
  private final MustSet must;
  final int[] largest; // by thread: its highest level
  private final int[][] levels; // by thread: points above the needed set
  private final int[] count;
  private final LongHashSet known = new LongHashSet();
  private int[] waiting = new int[16]; // open sections without a rival so far
  private int waitingCount;
  private long[] work = new long[16]; // levels whose cones and open sections are to be looked at
  private int workCount;
  private int total;

  IdealLevels(TraceIndex index, MustSet must) {
    this.index = index;
    this.must = must;
    sections = index.sections();
    cones = index.cones();
    largest = new int[index.threads()];
    levels = new int[index.threads()][];
    count = new int[index.threads()];
  }

  /** No level above the needed set. */
  void computeNone() {
    System.arraycopy(must.prefix, 0, largest, 0, largest.length);
    Arrays.fill(count, 0);
  }

  /** Computes the levels above the needed set; false if there would be more than so many. */
  boolean compute(int limit) {
    System.arraycopy(must.prefix, 0, largest, 0, largest.length);
    Arrays.fill(count, 0);
    known.clear();
    waitingCount = 0;
    workCount = 0;
    total = 0;
    for (int t = 0; t < largest.length; t++) {
      addOpenSections(t, largest[t]);
    }
    boolean changed = true;
    while (changed) {
      while (workCount > 0) {
        if (total > limit) {
          return false;
        }
        long item = work[--workCount];
        int thread = (int) (item >>> 32);
        int level = (int) item;
        addCone(index.event(thread, level - 1));
        addOpenSections(thread, level);
      }
      changed = closeRivals();
    }
    for (int t = 0; t < largest.length; t++) {
      if (count[t] > 1) {
        Arrays.sort(levels[t], 0, count[t]);
      }
    }
    return true;
  }

  /** How many levels the thread has above the needed set. */
  int count(int thread) {
    return count[thread];
  }

  /** One of them, in ascending order. */
  int level(int thread, int number) {
    return levels[thread][number];
  }

  /** The number of the lowest level that holds the event at this point of the thread. */
  int numberOf(int thread, int point) {
    int low = 0;
    int high = count[thread];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (levels[thread][middle] <= point) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean closeRivals() {
    boolean changed = false;
    int kept = 0;
    for (int i = 0; i < waitingCount; i++) {
      int section = waiting[i];
      if (index.hasRival(section, largest)) {
        addCone(index.release(section));
        changed = true;
      } else {
        waiting[kept++] = section;
      }
    }
    waitingCount = kept;
    return changed;
  }

  private void addCone(int event) {
    for (int t = 0; t < largest.length; t++) {
      int level = cones.neededThrough(event, t);
      if (level > must.prefix[t] && known.add((long) t << 32 | level)) {
        if (levels[t] == null) {
          levels[t] = new int[4];
        } else if (count[t] == levels[t].length) {
          levels[t] = Arrays.copyOf(levels[t], count[t] * 2);
        }
        levels[t][count[t]++] = level;
        total++;
        largest[t] = Math.max(largest[t], level);
        if (workCount == work.length) {
          work = Arrays.copyOf(work, workCount * 2);
        }
        work[workCount++] = (long) t << 32 | level;
      }
    }
  }

  private void addOpenSections(int thread, int level) {
    for (int c = sections.context(thread, level); c != 0; c = sections.outer(c, level)) {
      int section = sections.section(c);
      if (known.add(-1L - section) && must.canClose(section)) {
        if (waitingCount == waiting.length) {
          waiting = Arrays.copyOf(waiting, waitingCount * 2);
        }
        waiting[waitingCount++] = section;
      }
    }
  }
}
