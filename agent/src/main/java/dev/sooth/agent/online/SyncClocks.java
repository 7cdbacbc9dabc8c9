package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.Op;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * What was given away at locks, volatile and hidden variables, by key. What belongs to a stripe is
 * guarded by its lock, which is held by whoever comes here. A clock lives as long as the object
 * that it is about: to forget one earlier would lose an order, and make false races.
 */
final class SyncClocks {
  private static final long SWEEP_NANOS = 500_000_000L;
  private static final int NOBODY = -1;
  private static final int MANY = -2;

  /** A clock; weak in the object that it is about. */
  private static final class Clock extends WeakReference<Object> {
    final int space;
    final long key;
    final boolean isKept; // the object is not known
    final Clock next; // never another one: somebody may be on the way without the stripe
    int slot = NOBODY; // who has given last, if that covers all that was given before
    int time;
    int[] known = ThreadClock.NOTHING;
    int[] floor;
    long[] givers; // bits by slot, of locks

    Clock(int space, long key, Object subject, Clock next) {
      super(subject);
      this.space = space;
      this.key = key;
      this.next = next;
      isKept = subject == null;
    }

    /** The same in another list. */
    Clock(Clock other, Object subject, Clock next) {
      this(other.space, other.key, subject, next);
      slot = other.slot;
      time = other.time;
      known = other.known;
      floor = other.floor;
      givers = other.givers;
    }

    boolean isDead() {
      return !isKept && refersTo(null);
    }
  }

  /** The clocks of a stripe. There can be any number: each volatile field of an object has one. */
  private static final class Clocks {
    private static final int FEWEST = 2; // a power of 2

    /** Of lists; replaced as a whole. Who does not hold the stripe may see null. */
    volatile Clock[] heads = new Clock[FEWEST];

    private int size; // with the dead that have not been left out yet

    private static int place(int space, long key, int length) {
      return (int) (((key + space) * 0x9E37_79B9_7F4A_7C15L) >>> 40) & (length - 1);
    }

    Clock find(int space, long key) {
      Clock[] lists = heads;
      Clock clock = lists == null ? null : lists[place(space, key, lists.length)];
      while (clock != null && (clock.key != key || clock.space != space)) {
        clock = clock.next;
      }
      return clock;
    }

    Clock add(int space, long key, Object subject) {
      if (size >= heads.length) {
        leaveDeadOut();
      }
      Clock[] lists = heads;
      int at = place(space, key, lists.length);
      Clock added = new Clock(space, key, subject, lists[at]);
      lists[at] = added;
      size++;
      return added;
    }

    private void leaveDeadOut() {
      int alive = 0;
      for (Clock first : heads) {
        for (Clock clock = first; clock != null; clock = clock.next) {
          alive += clock.isDead() ? 0 : 1;
        }
      }
      int length = FEWEST;
      while (length < 2 * alive) {
        length *= 2;
      }
      Clock[] lists = new Clock[length];
      size = 0;
      for (Clock first : heads) {
        for (Clock clock = first; clock != null; clock = clock.next) {
          Object subject = clock.get();
          if (subject != null || clock.isKept) {
            int at = place(clock.space, clock.key, length);
            lists[at] = new Clock(clock, subject, lists[at]);
            size++;
          }
        }
      }
      heads = lists;
    }
  }

  private final Clocks[] byStripe = new Clocks[Op.STRIPES];
  private long swept = System.nanoTime(); // the last time; of who calls forgetDead

  private Clock find(int space, long key) {
    Clocks clocks = byStripe[Op.stripe(key)];
    return clocks == null ? null : clocks.find(space, key);
  }

  private Clock make(int space, long key, Object subject) {
    int stripe = Op.stripe(key);
    Clocks clocks = byStripe[stripe];
    if (clocks == null) {
      clocks = new Clocks();
      byStripe[stripe] = clocks;
    }
    Clock known = clocks.find(space, key);
    return known != null ? known : clocks.add(space, key, subject);
  }

  /**
   * Forgets what was given to objects that are no more, now and then; by one thread. The clocks
   * themselves go when their stripe has to grow, since only who holds it may change the lists; what
   * they hold is much more. A queue of references would not do: the JVM's thread that fills it is
   * observed, too, and each clock in it would make another one.
   */
  void forgetDead() {
    long now = System.nanoTime();
    if (now - swept < SWEEP_NANOS) {
      return;
    }
    swept = now;
    for (Clocks clocks : byStripe) {
      Clock[] lists = clocks == null ? null : clocks.heads;
      for (int i = 0; lists != null && i < lists.length; i++) {
        forgetDead(lists[i]);
      }
    }
  }

  private static void forgetDead(Clock first) {
    for (Clock clock = first; clock != null; clock = clock.next) {
      if (clock.known.length > 0 && clock.isDead()) { // so nobody comes to it any more
        clock.known = ThreadClock.NOTHING;
        clock.floor = null;
        clock.givers = null;
      }
    }
  }

  /** The thread comes after all who have given here. */
  void learn(ThreadClock me, int space, long key) {
    Clock clock = find(space, key);
    if (clock != null) {
      learn(me, clock);
    }
  }

  private static void learn(ThreadClock me, Clock clock) {
    me.learnFloor(clock.floor);
    if (!isKnown(me, clock)) {
      me.learn(clock.known, clock.slot, clock.time);
    }
  }

  /** Whether the thread knows the exact part of what was given. */
  private static boolean isKnown(ThreadClock me, Clock clock) {
    int slot = clock.slot;
    if (slot == MANY) {
      int[] told = clock.known;
      for (int i = 0; i < told.length; i++) {
        if (i != me.slot && told[i] > me.knownTime(i)) {
          return false;
        }
      }
      return true;
    }
    return slot == NOBODY || slot == me.slot || clock.time <= me.knownTime(slot);
  }

  /** The thread gives what it knows, in the place of what was given before. */
  void give(ThreadClock me, int space, long key, Object subject) {
    give(me, make(space, key, subject));
  }

  private static void give(ThreadClock me, Clock clock) {
    clock.known = me.snapshot();
    clock.floor = me.floor;
    clock.slot = me.slot;
    clock.time = me.give();
  }

  /** Gives a lock, and is remembered as one who has done so. */
  void giveLock(ThreadClock me, long key, Object subject) {
    Clock clock = make(Op.SYNC, key, subject);
    int word = me.slot >> 6;
    long[] givers = clock.givers;
    if (givers == null || word >= givers.length) {
      givers = givers == null ? new long[word + 1] : Arrays.copyOf(givers, word + 1);
    }
    givers[word] |= 1L << me.slot;
    clock.givers = givers;
    give(me, clock);
  }

  /** Who has given the lock, as bits by slot; null for nobody. No stripe has to be locked. */
  long[] givers(long key) {
    Clock clock = find(Op.SYNC, key);
    return clock == null ? null : clock.givers;
  }

  /** The thread adds what it knows to what was given before. */
  void giveMore(ThreadClock me, int space, long key, Object subject) {
    Clock clock = make(space, key, subject);
    boolean knowsFloor =
        clock.floor == null
            || clock.floor == me.floor
            || (me.floor != null && ThreadClock.covers(me.floor, clock.floor));
    if (knowsFloor && isKnown(me, clock)) {
      give(me, clock);
      return;
    }
    int[] mine = me.snapshot();
    int[] floor = me.floor;
    int time = me.give();
    int length = Math.max(Math.max(mine.length, me.slot + 1), clock.slot + 1);
    int[] all = Arrays.copyOf(clock.known, Math.max(length, clock.known.length));
    for (int i = 0; i < mine.length; i++) {
      all[i] = Math.max(all[i], mine[i]);
    }
    all[me.slot] = Math.max(all[me.slot], time);
    if (clock.slot >= 0) {
      all[clock.slot] = Math.max(all[clock.slot], clock.time);
    }
    clock.known = all;
    clock.slot = MANY;
    if (clock.floor == null) {
      clock.floor = floor;
    } else if (floor != null) {
      clock.floor = ThreadClock.joined(clock.floor, floor);
    }
  }
}
