package dev.sooth.order;

import java.util.Arrays;

/**
 * Immutable prefix vectors by id: for each thread, how many of its events are in the set. A set
 * also has a list of the critical sections that it leaves open, so that whoever joins two sets need
 * not look at every thread to find them. In pages of primitives, no object a vector.
 */
final class PrefixStore {
  private static final int PAGE_BITS = 18;
  private static final int PAGE = 1 << PAGE_BITS;

  private final int width;
  private final int perPage;
  private int[][] pages = new int[16][];
  private int count;
  private int[] openStart = new int[1024];
  private int[] open = new int[1024];
  private int openCount;
  private final MemoryBudget budget = new MemoryBudget("the prefixes of its threads");

  PrefixStore(int width) {
    this.width = Math.max(1, width);
    this.perPage = Math.max(1, PAGE / this.width);
  }

  /** Stores a copy of the vector and of the first sections of the list; returns its id. */
  int add(int[] prefix, int[] openSections, int openSize) {
    int page = count / perPage;
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, page * 2);
    }
    int at = count % perPage * width;
    if (pages[page] == null || at == pages[page].length) {
      pages[page] = grown(pages[page]);
    }
    System.arraycopy(prefix, 0, pages[page], at, prefix.length);
    if (count + 2 > openStart.length) {
      openStart = Arrays.copyOf(openStart, openStart.length * 2);
    }
    if (openCount + openSize > open.length) {
      budget.take(4L * open.length);
      open = Arrays.copyOf(open, Math.max(openCount + openSize, open.length * 2));
    }
    System.arraycopy(openSections, 0, open, openCount, openSize);
    openCount += openSize;
    openStart[count + 1] = openCount;
    return count++;
  }

  /** A page of twice as many vectors: most traces of a test need a few, and not a whole page. */
  private int[] grown(int[] page) {
    int old = page == null ? 0 : page.length;
    int wanted = (int) Math.min((long) perPage * width, Math.max(16L * width, 2L * old));
    budget.take(4L * (wanted - old));
    return page == null ? new int[wanted] : Arrays.copyOf(page, wanted);
  }

  /** Sets each entry to the larger of itself and the stored one. */
  void joinInto(int[] prefix, int id) {
    int[] page = pages[id / perPage];
    int base = id % perPage * width;
    for (int t = 0; t < prefix.length; t++) {
      prefix[t] = Math.max(prefix[t], page[base + t]);
    }
  }

  /** Copies the stored vector. */
  void copyInto(int[] prefix, int id) {
    System.arraycopy(pages[id / perPage], id % perPage * width, prefix, 0, prefix.length);
  }

  /** One entry of a stored vector. */
  int get(int id, int thread) {
    return pages[id / perPage][id % perPage * width + thread];
  }

  int openFrom(int id) {
    return openStart[id];
  }

  int openTo(int id) {
    return openStart[id + 1];
  }

  int open(int index) {
    return open[index];
  }
}
