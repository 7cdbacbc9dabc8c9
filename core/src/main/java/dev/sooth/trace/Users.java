package dev.sooth.trace;

import java.util.Arrays;

/**
 * Which thread uses what, by id: nobody, one thread, or several. That is one number for each of the
 * first ids. If there are millions of them, most are elements of arrays, and neighbours are used by
 * one thread: it is noted once for 64 of them, with a bit for each that is used, until a second
 * thread comes; a quarter of a byte an id instead of four.
 */
final class Users {
  private static final int PAGE_BITS = 6;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;
  private static final int FIRST_SPLIT = -2; // -2 - n is the n-th page that is split

  /** How many of the first ids have a number each; whole pages. */
  private static final int SINGLE = 1 << 20;

  private int[] user = {}; // by id, of the first ones: a thread, NOBODY or SEVERAL
  private int[] owner = {}; // by page: a thread, NOBODY, or where the page is split
  private long[] used = {}; // by page, while one thread owns it
  private int[] split = {}; // by split page and place in it: a thread, NOBODY or SEVERAL
  private int splits;

  void add(int id, int thread) {
    if (id < user.length) {
      int of = user[id];
      if (of != thread) {
        user[id] = of == NOBODY ? thread : SEVERAL;
      }
    } else if (id < SINGLE) {
      int old = user.length;
      user = Arrays.copyOf(user, Math.min(SINGLE, Math.max(id + 1, Math.max(PAGE, 2 * old))));
      Arrays.fill(user, old, user.length, NOBODY);
      user[id] = thread;
    } else {
      addToPage(id, thread);
    }
  }

  private void addToPage(int id, int thread) {
    int page = (id - SINGLE) >> PAGE_BITS;
    if (page >= owner.length) {
      growPages(page);
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
      addToPage(id, thread);
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

  private void growPages(int page) {
    int old = owner.length;
    int capacity = Math.max(page + 1, Math.max(16, 2 * old));
    owner = Arrays.copyOf(owner, capacity);
    Arrays.fill(owner, old, capacity, NOBODY);
    used = Arrays.copyOf(used, capacity);
  }

  /** Ids from here on have not been added. */
  int end() {
    return owner.length == 0
        ? user.length
        : (int) Math.min(Integer.MAX_VALUE, SINGLE + (long) owner.length * PAGE);
  }

  /** Whether 64 ids from here on can be used by several threads. */
  boolean mayHaveSeveral(int id) {
    return id < SINGLE || owner[(id - SINGLE) >> PAGE_BITS] <= FIRST_SPLIT;
  }

  /** Whether several threads use it. */
  boolean several(int id) {
    if (id < SINGLE) {
      return id < user.length && user[id] == SEVERAL;
    }
    int of = owner[(id - SINGLE) >> PAGE_BITS];
    return of <= FIRST_SPLIT && split[(FIRST_SPLIT - of) * PAGE + (id & (PAGE - 1))] == SEVERAL;
  }

  /** Whether one thread alone uses it. */
  boolean one(int id) {
    if (id < SINGLE) {
      return id < user.length && user[id] >= 0;
    }
    int page = (id - SINGLE) >> PAGE_BITS;
    int of = owner[page];
    return of <= FIRST_SPLIT
        ? split[(FIRST_SPLIT - of) * PAGE + (id & (PAGE - 1))] >= 0
        : of >= 0 && (used[page] & 1L << id) != 0;
  }
}
