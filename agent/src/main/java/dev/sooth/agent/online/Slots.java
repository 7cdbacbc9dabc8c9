package dev.sooth.agent.online;

import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Gives threads their clocks, and clocks their slots. A slot is used again when its thread has
 * ended: by a thread whose parent knows the end, or, when there are many, by any, which then is
 * taken to come after the one that has ended. When too many threads live at once, further ones
 * share clocks, as if they were one thread. Both order more than there is, so races can get lost by
 * them; {@link #lossy} says so.
 */
final class Slots {
  /** So many threads have a clock of their own. */
  static final int MOST = 1000;

  private static final int SHARED = 16;

  /** Below, a thread gets a new slot rather than one whose end is not known to it. */
  private static final int FEW = 200;

  private static final int TRIES = 8;
  private static final int REMEMBERED = 32; // owners of a slot, for reports

  /** Who has had a slot from when on. */
  record Owner(int from, ThreadNames.Named thread) {}

  private final ThreadNames names;
  private final Deque<ThreadClock> free = new ArrayDeque<>(); // ended; guarded by this
  private final List<Deque<Owner>> history = new ArrayList<>(); // guarded by this
  private final ThreadClock[] shared = new ThreadClock[SHARED]; // guarded by this
  private int nextShared; // guarded by this
  private int reclaimAt = FEW; // guarded by this
  private volatile ThreadClock[] owners = {}; // by slot, the last one; replaced as a whole
  private volatile boolean lossy;
  private long checked; // by threads that have ended; guarded by this
  private long dropped; // the same

  // Weak: the log of a thread keeps its clock, and who can join a thread has its log.
  private final WeakClocks clocks = new WeakClocks();

  Slots(ThreadNames names) {
    this.names = names;
  }

  /** Whether threads were ordered that may not have been. */
  boolean lossy() {
    return lossy;
  }

  /** The clock of a new thread. If no fork will be told, it has a slot. */
  synchronized ThreadClock make(int number, String name, boolean forked, Reference<Thread> thread) {
    if (owners.length >= MOST && free.isEmpty()) {
      reclaim();
    }
    ThreadClock clock =
        owners.length >= MOST && free.isEmpty()
            ? shared(number)
            : new ThreadClock(number, name, thread, false);
    names.add(number, name, thread);
    clocks.add(number, clock);
    if (!forked && clock.slot < 0) {
      assign(clock, null);
    }
    return clock;
  }

  private ThreadClock shared(int number) {
    lossy = true;
    int at = nextShared++ % SHARED;
    if (shared[at] == null) {
      shared[at] = new ThreadClock(number, "one of many threads", null, true);
      newSlot(shared[at]);
    }
    return shared[at];
  }

  /** The clock of the thread with this number; null if nobody can know it any more. */
  ThreadClock clock(int number) {
    return clocks.get(number);
  }

  /**
   * Gives a clock its slot; {@code parent} is null if it is not known who has started the thread.
   */
  synchronized void assign(ThreadClock clock, ThreadClock parent) {
    if (clock.slot >= 0) {
      return;
    }
    if (owners.length >= reclaimAt && free.isEmpty()) {
      reclaim();
      reclaimAt = Math.min(MOST, 2 * Math.max(FEW, owners.length - free.size()));
    }
    if (parent != null && takeKnown(clock, parent)) {
      return;
    }
    if (owners.length >= FEW && !free.isEmpty()) {
      // Not known to be over for this one: it comes after it all the same.
      ThreadClock ended = free.removeFirst();
      lossy = true;
      clock.learn(ended.known, ended.slot, ended.now());
      clock.learnFloor(ended.floor);
      take(clock, ended);
    } else {
      newSlot(clock);
    }
  }

  private boolean takeKnown(ThreadClock clock, ThreadClock parent) {
    int tries = TRIES;
    for (var ended = free.descendingIterator(); ended.hasNext() && tries > 0; tries--) {
      ThreadClock one = ended.next();
      if (parent.knownTime(one.slot) >= one.now()) {
        ended.remove();
        take(clock, one);
        return true;
      }
    }
    return false;
  }

  private void take(ThreadClock clock, ThreadClock ended) {
    if (ended.isWornOut()) {
      newSlot(clock);
      return;
    }
    clock.start(ended.slot, ended.now() + 1);
    own(clock);
  }

  private void newSlot(ThreadClock clock) {
    int slot = owners.length;
    if (slot == Epoch.SLOTS) {
      throw new IllegalStateException(
          "threads have synchronised too often to tell the times apart");
    }
    ThreadClock[] more = Arrays.copyOf(owners, slot + 1);
    history.add(new ArrayDeque<>());
    clock.start(slot, 1);
    more[slot] = clock;
    owners = more;
    own(clock);
  }

  private void own(ThreadClock clock) {
    ThreadClock[] same = owners.clone();
    same[clock.slot] = clock;
    owners = same;
    Deque<Owner> all = history.get(clock.slot);
    if (all.size() == REMEMBERED) {
      all.removeFirst();
    }
    all.addLast(new Owner(clock.now(), names.of(clock.number, clock.name)));
  }

  /** The times of the slot are used up: another one. */
  synchronized void renew(ThreadClock clock) {
    int old = clock.slot;
    int last = clock.now();
    clock.learn(ThreadClock.NOTHING, old, last);
    clock.slot = -1;
    newSlot(clock);
  }

  synchronized void end(ThreadClock clock) {
    if (!clock.isShared && !clock.ended && clock.slot >= 0) {
      clock.ended = true;
      clock.forbidFast();
      checked += clock.checked;
      dropped += clock.dropped;
      free.addLast(clock);
    }
  }

  /** How many accesses were checked, about: threads that run count on. */
  synchronized long checked() {
    long sum = checked;
    for (ThreadClock clock : owners) {
      sum += clock.ended ? 0 : clock.checked;
    }
    return sum;
  }

  /** How many checks had no memory. */
  synchronized long dropped() {
    long sum = dropped;
    for (ThreadClock clock : owners) {
      sum += clock.ended ? 0 : clock.dropped;
    }
    return sum;
  }

  /** Finds threads that have ended without a word, as virtual ones do. */
  private void reclaim() {
    for (ThreadClock clock : owners) {
      if (!clock.isShared && !clock.ended && clock.isOver()) {
        end(clock);
      }
    }
  }

  /** All that the threads have done until now, or those of them that have ended. */
  int[] floor(ThreadClock without, boolean endedOnly) {
    ThreadClock[] all = owners;
    int[] times = new int[all.length];
    for (int slot = 0; slot < times.length; slot++) {
      ThreadClock clock = all[slot];
      if (clock != without && (!endedOnly || clock.isOver())) {
        times[slot] = upToNow(clock, slot);
      }
    }
    return times;
  }

  /** All that these have done until now: bits by slot. */
  int[] floor(ThreadClock without, long[] slots) {
    ThreadClock[] all = owners;
    int[] times = new int[all.length];
    for (int slot = 0; slot < times.length; slot++) {
      boolean given = slot >> 6 < slots.length && (slots[slot >> 6] >>> slot & 1) != 0;
      if (given && all[slot] != without) {
        times[slot] = upToNow(all[slot], slot);
      }
    }
    return times;
  }

  private static int upToNow(ThreadClock clock, int slot) {
    if (clock.slot != slot) {
      return Epoch.LAST_TIME; // it has another one by now
    }
    clock.askForTick();
    return clock.now();
  }

  /** The thread that had this slot then. */
  synchronized ThreadNames.Named owner(int slot, int time) {
    ThreadNames.Named found = ThreadNames.FORGOTTEN;
    for (Owner owner : history.get(slot)) {
      if (owner.from() <= time) {
        found = owner.thread();
      }
    }
    return found;
  }
}
