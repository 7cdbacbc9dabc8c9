package dev.sooth.verify;

import dev.sooth.trace.PairIds;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which locks each thread holds after how many of its events, and which sections on a lock follow
 * each other. A section is what lies between an acquire that is not nested and its release.
 *
 * <p>Built event by event in the order of the trace; about 40 bytes a section.
 */
final class HeldLocks {
  static final int NONE = -1;

  private static final int NEVER = Integer.MAX_VALUE;

  private static final int QUICK_LOOKS = 4;

  private final int[] holder; // by lock, while the trace is read: the thread, or NONE
  private final int[] depth; // by lock, while the trace is read
  private final BitSet nested = new BitSet(); // acquires and releases without effect
  private boolean wellFormed = true;

  private int sections;
  private int[] lockOf = new int[64];
  private int[] threadOf = new int[64];
  private int[] acquire = new int[64]; // the event
  private int[] acquireIndex = new int[64]; // its index in its thread
  private int[] endIndex = new int[64]; // that of the event after its release, or NEVER
  private int[] nextOnLock = new int[64]; // the next section on the same lock, or NONE
  private final int[] lastOnLock; // by lock

  // The sections of one thread on one lock are a list; the lists of a lock are linked.
  private final PairIds users = new PairIds(); // lock, thread
  private int[][] sectionsOfUser = new int[16][];
  private int[] sectionCount = new int[16];
  private int[] nextUser = new int[16];
  private final int[] firstUser; // by lock

  // What a thread holds is a linked list of sections, the innermost first; 0 is nothing. Locks need
  // not be released in the reverse order: what has ended stays in the list, until it is most of it.
  private int holdings = 1;
  private int[] heldSection = new int[64];
  private int[] heldBelow = new int[64];
  private final int[] holding; // by thread, while the trace is read
  private final int[] open; // by thread: sections that have not ended
  private final int[] listed; // by thread: the length of its list
  private final int[][] changes; // by thread: events executed, holding from then on, and so on
  private final int[] changesEnd; // by thread

  HeldLocks(int threads, int locks) {
    holder = filled(locks);
    depth = new int[locks];
    lastOnLock = filled(locks);
    firstUser = filled(locks);
    holding = new int[threads];
    open = new int[threads];
    listed = new int[threads];
    changes = new int[threads][];
    changesEnd = new int[threads];
  }

  private static int[] filled(int n) {
    int[] array = new int[n];
    Arrays.fill(array, NONE);
    return array;
  }

  /** The next event is an acquire, and has this index in its thread. */
  void acquire(int event, int thread, int index, int lock) {
    if (holder[lock] == thread) {
      depth[lock]++;
      nested.set(event);
      return;
    }
    wellFormed &= holder[lock] == NONE;
    holder[lock] = thread;
    depth[lock] = 1;
    int section = newSection(event, thread, index, lock);
    open[thread]++;
    listed[thread]++;
    changed(thread, index + 1, newHolding(section, holding[thread]));
  }

  /** The next event is a release. */
  void release(int event, int thread, int index, int lock) {
    if (holder[lock] != thread) {
      wellFormed = false;
    } else if (--depth[lock] > 0) {
      nested.set(event);
    } else {
      holder[lock] = NONE;
      endIndex[lastOnLock[lock]] = index + 1;
      open[thread]--;
      changed(thread, index + 1, stillListed(thread));
    }
  }

  private int newSection(int event, int thread, int index, int lock) {
    if (sections == lockOf.length) {
      int size = 2 * sections;
      lockOf = Arrays.copyOf(lockOf, size);
      threadOf = Arrays.copyOf(threadOf, size);
      acquire = Arrays.copyOf(acquire, size);
      acquireIndex = Arrays.copyOf(acquireIndex, size);
      endIndex = Arrays.copyOf(endIndex, size);
      nextOnLock = Arrays.copyOf(nextOnLock, size);
    }
    lockOf[sections] = lock;
    threadOf[sections] = thread;
    acquire[sections] = event;
    acquireIndex[sections] = index;
    endIndex[sections] = NEVER;
    nextOnLock[sections] = NONE;
    if (lastOnLock[lock] != NONE) {
      nextOnLock[lastOnLock[lock]] = sections;
    }
    lastOnLock[lock] = sections;
    int user = user(lock, thread);
    if (sectionCount[user] == sectionsOfUser[user].length) {
      sectionsOfUser[user] = Arrays.copyOf(sectionsOfUser[user], 2 * sectionCount[user]);
    }
    sectionsOfUser[user][sectionCount[user]++] = sections;
    return sections++;
  }

  private int user(int lock, int thread) {
    int before = users.size();
    int user = users.intern(lock, thread);
    if (user == before) {
      if (user == sectionsOfUser.length) {
        sectionsOfUser = Arrays.copyOf(sectionsOfUser, 2 * user);
        sectionCount = Arrays.copyOf(sectionCount, 2 * user);
        nextUser = Arrays.copyOf(nextUser, 2 * user);
      }
      sectionsOfUser[user] = new int[1];
      nextUser[user] = firstUser[lock];
      firstUser[lock] = user;
    }
    return user;
  }

  private int newHolding(int section, int below) {
    if (holdings == heldSection.length) {
      heldSection = Arrays.copyOf(heldSection, 2 * holdings);
      heldBelow = Arrays.copyOf(heldBelow, 2 * holdings);
    }
    heldSection[holdings] = section;
    heldBelow[holdings] = below;
    return holdings++;
  }

  /** The thread's list without what has ended above, or anywhere if that is most of it. */
  private int stillListed(int thread) {
    int held = holding[thread];
    while (held != 0 && endIndex[heldSection[held]] != NEVER) {
      held = heldBelow[held];
      listed[thread]--;
    }
    int count = open[thread];
    if (listed[thread] <= 2 * count) {
      return held;
    }
    int[] kept = new int[count];
    for (int at = held; at != 0; at = heldBelow[at]) {
      if (endIndex[heldSection[at]] == NEVER) {
        kept[--count] = heldSection[at];
      }
    }
    int list = 0;
    for (int section : kept) {
      list = newHolding(section, list);
    }
    listed[thread] = kept.length;
    return list;
  }

  private void changed(int thread, int events, int held) {
    holding[thread] = held;
    int end = changesEnd[thread];
    if (changes[thread] == null) {
      changes[thread] = new int[4];
    } else if (end == changes[thread].length) {
      changes[thread] = Arrays.copyOf(changes[thread], 2 * end);
    }
    changes[thread][end] = events;
    changes[thread][end + 1] = held;
    changesEnd[thread] = end + 2;
  }

  /** Whether no lock was acquired while another thread held it, nor released by another thread. */
  boolean wellFormed() {
    return wellFormed;
  }

  /** Whether this acquire or release changes nothing, since its thread holds the lock anyway. */
  boolean isNested(int event) {
    return nested.get(event);
  }

  /** What the thread holds after so many events, to be walked by {@link #below}; 0 is nothing. */
  int held(int thread, int events) {
    int[] list = changes[thread];
    int low = 0;
    int high = changesEnd[thread] / 2;
    while (low < high) { // the first change that comes later
      int middle = (low + high) >>> 1;
      if (list[2 * middle] <= events) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? 0 : notEnded(list[2 * low - 1], events);
  }

  /** What is held besides the innermost section, after so many events. */
  int below(int held, int events) {
    return notEnded(heldBelow[held], events);
  }

  private int notEnded(int held, int events) {
    int at = held;
    while (at != 0 && endIndex[heldSection[at]] <= events) {
      at = heldBelow[at];
    }
    return at;
  }

  /** The lock of the innermost section. */
  int lock(int held) {
    return lockOf[heldSection[held]];
  }

  /**
   * Says which acquire of the cut, executed in the order of the trace, would find its lock held;
   * null if none would. That is so when a section is open at the end of the cut, and the cut has a
   * later acquire of the same lock: the open section holds the lock from then on, and its thread
   * acquires no more.
   */
  String objection(int[] cut) {
    for (int thread = 0; thread < cut.length; thread++) {
      if (cut[thread] == 0 || changesEnd[thread] == 0) {
        continue;
      }
      for (int held = held(thread, cut[thread]); held != 0; held = below(held, cut[thread])) {
        int later = laterInside(heldSection[held], cut);
        if (later != NONE) {
          return "event %d acquires a lock that another thread holds".formatted(acquire[later]);
        }
      }
    }
    return null;
  }

  /** A section of the cut on the same lock that begins later, or NONE. */
  private int laterInside(int section, int[] cut) {
    int later = nextOnLock[section];
    for (int looks = 0; looks < QUICK_LOOKS; looks++) {
      if (later == NONE || acquireIndex[later] < cut[threadOf[later]]) {
        return later;
      }
      later = nextOnLock[later];
    }
    for (int user = firstUser[lockOf[section]]; user != NONE; user = nextUser[user]) {
      int[] list = sectionsOfUser[user];
      int reached = cut[(int) users.second(user)];
      int low = 0;
      int high = sectionCount[user];
      while (low < high) { // the first section whose acquire is not inside
        int middle = (low + high) >>> 1;
        if (acquireIndex[list[middle]] < reached) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low > 0 && list[low - 1] > section) { // sections are numbered in the order of the trace
        return list[low - 1];
      }
    }
    return NONE;
  }
}
