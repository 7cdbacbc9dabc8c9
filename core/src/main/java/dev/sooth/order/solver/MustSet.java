package dev.sooth.order.solver;

import dev.sooth.order.Cones;
import dev.sooth.order.CriticalSections;
import java.util.Arrays;

/**
 * The events that every correct reordering holds in which two given events are next, as far as
 * cones and locks tell: the cones of the two, and, where a section must stay open, the releases of
 * all other sections on its lock, with their cones. A section must stay open if its release needs
 * one of the two events or is not in the trace.
 *
 * <p>Time O(threads) for each section that is added, no more than the sections that are open at the
 * end of a cone.
 */
final class MustSet {
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final CriticalSections sections;
  private final Cones cones;
  final int[] prefix;
  private final int[] openOn; // by lock: a section that must stay open, or NONE
  private int[] touched = new int[8];
  private int touchedCount;
  private int[] pairs = new int[16];
  private int pairCount;
  private int first;
  private int second;

  MustSet(TraceIndex index) {
    this.index = index;
    sections = index.sections();
    cones = index.cones();
    prefix = new int[index.threads()];
    openOn = new int[index.trace().names().locks().size()];
    Arrays.fill(openOn, NONE);
  }

  /**
   * Computes the set.
   *
   * @return whether there is one; otherwise the last pair of sections must both stay open
   */
  boolean compute(int e1, int e2) {
    first = e1;
    second = e2;
    Arrays.fill(prefix, 0);
    cones.addBefore(e1, prefix);
    cones.addBefore(e2, prefix);
    pairCount = 0;
    boolean possible = true;
    boolean stable = false;
    while (!stable && possible) {
      possible = findForced();
      stable = !possible || !closeOthers();
    }
    for (int i = 0; i < touchedCount; i++) {
      openOn[touched[i]] = NONE;
    }
    touchedCount = 0;
    return possible;
  }

  /**
   * Adds the releases of all sections that threads other than those of the two events leave open,
   * with their cones, except of those that are never released and of locks of one thread only.
   *
   * @return whether neither of the two events is in the set now
   */
  boolean closeThirdThreads() {
    int firstThread = index.trace().thread(first);
    int secondThread = index.trace().thread(second);
    boolean stable = false;
    while (!stable) {
      stable = true;
      for (int t = 0; t < prefix.length; t++) {
        if (t == firstThread || t == secondThread) {
          continue;
        }
        for (int c = sections.context(t, prefix[t]); c != 0; c = sections.outer(c, prefix[t])) {
          int section = sections.section(c);
          int release = index.release(section);
          if (release != NONE && index.isShared(section) && sections.point(release) >= prefix[t]) {
            cones.addThrough(release, prefix);
            stable = false;
          }
        }
      }
    }
    return prefix[firstThread] <= sections.point(first)
        && prefix[secondThread] <= sections.point(second);
  }

  /** How many pairs of a section that is closed for the sake of another, and that one. */
  int pairs() {
    return pairCount / 2;
  }

  int closed(int pair) {
    return pairs[2 * pair];
  }

  int keptOpen(int pair) {
    return pairs[2 * pair + 1];
  }

  /** Whether a reordering can hold the release of the section, and neither of the two events. */
  boolean canClose(int section) {
    int release = index.release(section);
    return release != NONE
        && cones.neededThrough(release, index.trace().thread(first)) <= sections.point(first)
        && cones.neededThrough(release, index.trace().thread(second)) <= sections.point(second);
  }

  private boolean findForced() {
    for (int t = 0; t < prefix.length; t++) {
      for (int c = sections.context(t, prefix[t]); c != 0; c = sections.outer(c, prefix[t])) {
        int section = sections.section(c);
        int lock = sections.lock(section);
        if (openOn[lock] != section && !canClose(section)) {
          if (openOn[lock] != NONE) {
            addPair(section, openOn[lock]);
            return false;
          }
          openOn[lock] = section;
          if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, touchedCount * 2);
          }
          touched[touchedCount++] = lock;
        }
      }
    }
    return true;
  }

  private boolean closeOthers() {
    boolean changed = false;
    for (int t = 0; t < prefix.length; t++) {
      boolean again = true;
      while (again) {
        again = false;
        for (int c = sections.context(t, prefix[t]);
            c != 0 && !again;
            c = sections.outer(c, prefix[t])) {
          int section = sections.section(c);
          int open = openOn[sections.lock(section)];
          if (open != NONE && open != section && canClose(section)) {
            addPair(section, open);
            cones.addThrough(index.release(section), prefix);
            changed = true;
            again = true; // the thread is in another context now
          }
        }
      }
    }
    return changed;
  }

  private void addPair(int section, int open) {
    if (pairCount == pairs.length) {
      pairs = Arrays.copyOf(pairs, pairCount * 2);
    }
    pairs[pairCount++] = section;
    pairs[pairCount++] = open;
  }
}
