package dev.sooth.agent.online;

import java.lang.ref.WeakReference;

/**
 * Clocks by the numbers of their threads, of those threads only that somebody can still know. A
 * server may start threads for ever: what is kept grows with those that live. Readers need no lock.
 */
final class WeakClocks {
  private static final int LEAST = 64; // a power of two

  private static final class Entry extends WeakReference<ThreadClock> {
    final int number;

    Entry(int number, ThreadClock clock) {
      super(clock);
      this.number = number;
    }
  }

  private volatile Entry[] table = new Entry[LEAST]; // written back to be seen; half of it is free
  private int size; // also of those that are dead; guarded by this

  /** The clock of this thread; null if nobody can know it any more. */
  ThreadClock get(int number) {
    Entry[] all = table;
    for (int at = index(number, all); all[at] != null; at = (at + 1) & (all.length - 1)) {
      if (all[at].number == number) {
        return all[at].get();
      }
    }
    return null;
  }

  /** Adds the clock of a thread that had none. */
  synchronized void add(int number, ThreadClock clock) {
    Entry[] all = table;
    if (2 * (size + 1) > all.length) {
      all = rebuilt(all);
    }
    insert(all, new Entry(number, clock));
    size++;
    table = all;
  }

  /** How many places there are, for tests. */
  int capacity() {
    return table.length;
  }

  private Entry[] rebuilt(Entry[] old) {
    int living = 0;
    for (Entry entry : old) {
      living += entry != null && !entry.refersTo(null) ? 1 : 0;
    }
    int length = LEAST;
    while (length < 4 * (living + 1)) {
      length *= 2;
    }
    Entry[] all = new Entry[length];
    size = 0;
    for (Entry entry : old) {
      if (entry != null && !entry.refersTo(null)) { // no more than before: the dead stay so
        insert(all, entry);
        size++;
      }
    }
    return all;
  }

  private static void insert(Entry[] all, Entry entry) {
    int at = index(entry.number, all);
    while (all[at] != null) {
      at = (at + 1) & (all.length - 1);
    }
    all[at] = entry;
  }

  private static int index(int number, Entry[] all) {
    return ((number * 0x9E37_79B9) >>> 8) & (all.length - 1);
  }
}
