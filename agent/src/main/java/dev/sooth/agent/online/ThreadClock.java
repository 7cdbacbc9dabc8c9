package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.CheckState;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a thread knows of the others, as a vector clock in two parts. Only the thread changes it,
 * but for what is said otherwise; a clock that threads share (see {@link Slots}) is locked
 * meanwhile.
 *
 * <p>{@link #known} is exact, and not changed any more once it was given to others: who knows the
 * time t of a slot also knows all that its thread had learnt when it gave away t, so that a clock
 * that was given at t need not be looked at. {@link #floor} is less: it covers accesses up to that
 * time, and nothing that was learnt. It comes from orders that the JVM makes and of which only the
 * later end is seen.
 */
final class ThreadClock extends CheckState {
  static final int[] NOTHING = {};
  private static final int SPINS = 200;

  /** So many ticks before the last one a thread gets another slot. */
  private static final int RESERVE = 1 << 20;

  final int number;
  final String name;
  private final Reference<Thread> thread; // null in tests

  /**
   * The epoch of its accesses now, without a place. Others read it, see {@link Slots#floor}: not
   * volatile, because whoever does so comes after this thread by what the JVM does.
   */
  long epoch;

  /** The same; never changed, and null while there is none. */
  int[] floor;

  /** Whether the epoch has been used, or something was learnt, since the last tick. */
  private boolean dirty;

  /** Whether others have {@link #known}. */
  private boolean given;

  /**
   * Set by others, who have taken all up to now for known: what is done next is not. If that is
   * seen late, races get lost.
   */
  boolean tickAsked;

  /** Whether several threads have this clock. */
  final boolean isShared;

  /** Whether the thread has ended. */
  volatile boolean ended;

  /** How many accesses were checked; the thread's own. */
  long checked;

  /** How many variables had no memory; the thread's own. */
  long dropped;

  /** Whether the access that the last check has found was a write. */
  boolean earlierIsWrite;

  private final AtomicBoolean locked = new AtomicBoolean();

  ThreadClock(int number, String name, Reference<Thread> thread, boolean isShared) {
    known = NOTHING;
    this.number = number;
    this.name = name;
    this.thread = thread;
    this.isShared = isShared;
  }

  @Override
  public boolean isShared() {
    return isShared;
  }

  /** Others take all up to now for known. */
  void askForTick() {
    tickAsked = true;
    forbidFast();
  }

  /** Whether nothing more will come of it. */
  boolean isOver() {
    if (ended) {
      return true;
    }
    Thread object = thread == null ? null : thread.get();
    return thread != null && (object == null || object.getState() == Thread.State.TERMINATED);
  }

  void start(int newSlot, int time) {
    slot = newSlot;
    epoch = Epoch.of(time, newSlot);
    forbidFast();
    dirty = true;
  }

  int now() {
    return Epoch.time(epoch);
  }

  int time(int of) {
    int[] times = known;
    int time = of < times.length ? times[of] : 0;
    int[] less = floor;
    return less != null && of < less.length ? Math.max(time, less[of]) : time;
  }

  /** The exact part. */
  int knownTime(int of) {
    return of < known.length ? known[of] : 0;
  }

  /** The epoch to be written for an access. */
  long use() {
    if (tickAsked) {
      tickAsked = false;
      epoch = Epoch.of(now() + 1, slot);
    }
    dirty = true;
    allowFast(epoch); // no sooner: the epoch counts as used from here on
    return epoch;
  }

  /** Gives away what it knows: returns the time to be given with {@link #snapshot}. */
  int give() {
    int now = now();
    if (!dirty && !tickAsked) {
      return now - 1; // nothing has changed since that was given
    }
    forbidFast();
    tickAsked = false;
    dirty = false;
    epoch = Epoch.of(now + 1, slot);
    return now;
  }

  /** What it knows, for others to keep. */
  int[] snapshot() {
    given = true;
    return known;
  }

  /** Whether the time is near its end, and the thread needs another slot. */
  boolean isWornOut() {
    return now() >= Epoch.LAST_TIME - RESERVE;
  }

  void learn(int[] times, int of, int time) {
    int length = Math.max(times.length, of + 1);
    if (given || length > known.length) {
      known = Arrays.copyOf(known, Math.max(length, known.length));
      given = false;
    }
    int[] mine = known;
    for (int i = 0; i < times.length; i++) {
      if (times[i] > mine[i]) {
        mine[i] = times[i];
      }
    }
    if (of >= 0 && time > mine[of]) {
      mine[of] = time;
    }
    dirty = true;
  }

  void learnFloor(int[] times) {
    if (times == null || times == floor) {
      return;
    }
    if (floor == null) {
      floor = times;
    } else if (!covers(floor, times)) {
      floor = covers(times, floor) ? times : joined(floor, times);
    } else {
      return;
    }
    dirty = true;
  }

  static boolean covers(int[] some, int[] others) {
    for (int i = 0; i < others.length; i++) {
      if (others[i] > (i < some.length ? some[i] : 0)) {
        return false;
      }
    }
    return true;
  }

  static int[] joined(int[] some, int[] others) {
    int[] result = Arrays.copyOf(some, Math.max(some.length, others.length));
    for (int i = 0; i < others.length; i++) {
      result[i] = Math.max(result[i], others[i]);
    }
    return result;
  }

  /** Several threads may come with one clock. Held for a few instructions only. */
  @SuppressWarnings("ThreadPriorityCheck")
  void lock() {
    if (isShared) {
      for (int i = 0; !locked.compareAndSet(false, true); i++) {
        if (i < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield(); // the holder does not wait, but may have lost its core
        }
      }
    }
  }

  void unlock() {
    if (isShared) {
      locked.set(false);
    }
  }
}
