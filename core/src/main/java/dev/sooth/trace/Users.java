package dev.sooth.trace;

import java.util.Arrays;

/**
 * Which thread uses what, by id: nobody, one thread, or several. Neighbours are mostly used by one
 * thread, so it is noted once for 64 of them, with a bit for each that is used, until a second
 * thread comes: a quarter of a byte an id instead of four.
 */
final class Users {
  private static final int PAGE_BITS = 6;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;
  private static final int FIRST_SPLIT = -2; // -2 - n is the n-th page that is split

  private int[] owner = {}; // by page: a thread, NOBODY, or where the page is split
  private long[] used = {}; // by page, while one thread owns it
  private int[] split = {}; // by split page and place in it: a thread, NOBODY or SEVERAL
  private int splits;

  void add(int id, int thread) {
    int page = id >> PAGE_BITS;
    if (page >= owner.length) {
      grow(page);
    }
    int of = owner[page];
    if (of == thread) {
      used[page] |= 1L << id;
    } else if (of <= FIRST_SPLIT) {
      int at = (FIRST_SPLIT - of) * PAGE + (id & (PAGE - 1));
      if (split[at] != thread) {
        split[at] = split[at] == NOBODY ? thread : SEVERAL;
      }
    } else if (of == NOBODY) {
      owner[page] = thread;
      used[page] = 1L << id;
    } else {
      split(page);
      add(id, thread);
    }
  }

  private void split(int page) {
    int from = splits * PAGE;
    if (from + PAGE > split.length) {
      split = Arrays.copyOf(split, Math.max(16 * PAGE, 2 * split.length));
    }
    for (int i = 0; i < PAGE; i++) {
      split[from + i] = (used[page] & 1L << i) == 0 ? NOBODY : owner[page];
    }
    owner[page] = FIRST_SPLIT - splits++;
  }

  private void grow(int page) {
    int old = owner.length;
    int capacity = Math.max(page + 1, Math.max(16, 2 * old));
    owner = Arrays.copyOf(owner, capacity);
    Arrays.fill(owner, old, capacity, NOBODY);
    used = Arrays.copyOf(used, capacity);
  }

  /** Ids from here on have not been added. */
  int end() {
    return (int) Math.min(Integer.MAX_VALUE, (long) owner.length << PAGE_BITS);
  }

  /** How many pages of 64 ids there are. */
  int pages() {
    return owner.length;
  }

  /** Whether several threads use the ids of this page. */
  boolean isSplit(int page) {
    return owner[page] <= FIRST_SPLIT;
  }

  /** Whether several threads use it. */
  boolean several(int id) {
    int of = owner[id >> PAGE_BITS];
    return of <= FIRST_SPLIT && split[(FIRST_SPLIT - of) * PAGE + (id & (PAGE - 1))] == SEVERAL;
  }

  /** Whether one thread alone uses it. */
  boolean one(int id) {
    int page = id >> PAGE_BITS;
    int of = owner[page];
    return of <= FIRST_SPLIT
        ? split[(FIRST_SPLIT - of) * PAGE + (id & (PAGE - 1))] >= 0
        : of >= 0 && (used[page] & 1L << id) != 0;
  }
}
