package dev.sooth.order;

import dev.sooth.trace.IdRanges;
import dev.sooth.trace.TraceTooLargeException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Vector clocks as arrays, with two savings that make most operations constant, in the spirit of
 * the epochs of [FT09]. What a thread publishes is an immutable snapshot that all its publications
 * share until it learns something new; and a publication remembers who made it and when, so that a
 * learner who knows that time knows the whole snapshot and looks no further.
 *
 * <p>Arrays are as long as the highest thread that they know, so threads that never meet cost
 * nothing to each other. Not thread-safe.
 */
public final class FlatClocks implements ThreadClocks {
  private static final int[] NOTHING = {};

  /** Publisher of a channel that several threads have added to. */
  private static final int MANY = -2;

  private static final int NOBODY = -1;

  private static final int NO_SLOT = -1;
  private static final int TRIES = 4;

  private int[][] known = new int[16][]; // by thread, then by slot
  private int[][] snapshot = new int[16][];
  private int[] now = new int[16]; // by thread
  private int[] slot = new int[16]; // by thread
  private int slots;
  private int[] joined = new int[16]; // threads whose slots are free, as a stack
  private int joinedCount;
  private final BitSet isJoined = new BitSet();
  private final MemoryBudget budget = new MemoryBudget("the clocks of its threads");

  public FlatClocks() {
    Arrays.fill(known, NOTHING);
    Arrays.fill(now, 1);
    Arrays.fill(slot, NO_SLOT);
  }

  @Override
  public int time(int thread, int of) {
    if (thread >= known.length || of >= slot.length) {
      return 0;
    }
    int[] clock = known[thread];
    int entry = slot[of];
    return entry >= 0 && entry < clock.length ? clock[entry] : 0;
  }

  @Override
  public int now(int thread) {
    return thread < now.length ? now[thread] : 1;
  }

  @Override
  public void fork(int parent, int child) {
    ensure(parent);
    ensure(child);
    takeOverSlot(parent, child);
    learnFrom(child, snapshotOf(parent), slotOf(parent), now[parent]);
    tick(parent);
  }

  @Override
  public void join(int parent, int child) {
    ensure(parent);
    ensure(child);
    learnFrom(parent, known[child], slotOf(child), now[child]);
    if (!isJoined.get(child)) { // a thread can be joined twice, but has one slot to give
      isJoined.set(child);
      if (joinedCount == joined.length) {
        joined = Arrays.copyOf(joined, joinedCount * 2);
      }
      joined[joinedCount++] = child;
    }
  }

  /** Gives a new thread the slot of a joined one whose end its parent knows. */
  private void takeOverSlot(int parent, int child) {
    if (slot[child] != NO_SLOT) {
      return;
    }
    for (int i = joinedCount - 1; i >= Math.max(0, joinedCount - TRIES); i--) {
      int ended = joined[i];
      if (time(parent, ended) >= now[ended]) {
        joined[i] = joined[--joinedCount];
        slot[child] = slot[ended];
        now[child] = now[ended] + 1;
        return;
      }
    }
  }

  private int slotOf(int thread) {
    if (slot[thread] == NO_SLOT) {
      slot[thread] = slots++;
    }
    return slot[thread];
  }

  @Override
  public Channels newChannels() {
    return new FlatChannels();
  }

  private void ensure(int thread) {
    if (thread >= known.length) {
      int old = known.length;
      int capacity = Math.max(thread + 1, old * 2);
      known = Arrays.copyOf(known, capacity);
      snapshot = Arrays.copyOf(snapshot, capacity);
      now = Arrays.copyOf(now, capacity);
      slot = Arrays.copyOf(slot, capacity);
      Arrays.fill(known, old, capacity, NOTHING);
      Arrays.fill(now, old, capacity, 1);
      Arrays.fill(slot, old, capacity, NO_SLOT);
    }
  }

  private void tick(int thread) {
    if (++now[thread] == Integer.MAX_VALUE) {
      throw new TraceTooLargeException("a thread synchronises more than 2^31 times");
    }
  }

  private int[] snapshotOf(int thread) {
    int[] shared = snapshot[thread];
    if (shared == null) {
      shared = known[thread].clone();
      snapshot[thread] = shared;
    }
    return shared;
  }

  /** Adds a clock, and the time in the slot whose clock it is, to what a thread knows. */
  private void learnFrom(int thread, int[] clock, int publisherSlot, int time) {
    int length = Math.max(clock.length, publisherSlot + 1);
    int[] mine = known[thread];
    if (length > mine.length) {
      budget.take(4L * (length - mine.length));
      mine = Arrays.copyOf(mine, Math.max(length, Math.min(2 * mine.length, slots)));
      known[thread] = mine;
    }
    for (int i = 0; i < clock.length; i++) {
      mine[i] = Math.max(mine[i], clock[i]);
    }
    if (publisherSlot >= 0) {
      mine[publisherSlot] = Math.max(mine[publisherSlot], time);
    }
    snapshot[thread] = null;
  }

  private final class FlatChannels implements Channels {
    private int[][] clock = new int[16][];
    private int[] publisher = new int[16];
    private int[] time = new int[16];

    FlatChannels() {
      Arrays.fill(publisher, NOBODY);
    }

    @Override
    public void publish(int thread, int channel) {
      FlatClocks.this.ensure(thread);
      ensure(channel);
      clock[channel] = snapshotOf(thread);
      publisher[channel] = thread;
      slotOf(thread);
      time[channel] = now[thread];
      tick(thread);
    }

    @Override
    public void publishMore(int thread, int channel) {
      FlatClocks.this.ensure(thread);
      ensure(channel);
      if (isKnown(thread, channel)) {
        publish(thread, channel);
        return;
      }
      int[] mine = known[thread];
      int[] told = clock[channel];
      int own = slotOf(thread);
      int other = publisher[channel] >= 0 ? slotOf(publisher[channel]) : own;
      int length = Math.max(Math.max(mine.length, told.length), Math.max(own, other) + 1);
      int[] all = Arrays.copyOf(told, length);
      for (int i = 0; i < mine.length; i++) {
        all[i] = Math.max(all[i], mine[i]);
      }
      all[own] = Math.max(all[own], now[thread]);
      if (publisher[channel] >= 0) {
        all[other] = Math.max(all[other], time[channel]);
      }
      clock[channel] = all;
      publisher[channel] = MANY;
      tick(thread);
    }

    @Override
    public void learn(int thread, int channel) {
      if (channel >= publisher.length) {
        return;
      }
      FlatClocks.this.ensure(thread);
      if (!isKnown(thread, channel)) {
        int who = publisher[channel];
        learnFrom(thread, clock[channel], who >= 0 ? slotOf(who) : NO_SLOT, time[channel]);
      }
    }

    @Override
    public void forget(IdRanges channels) {
      for (int range = 0; range < channels.count(); range++) {
        int from = channels.from(range);
        int to = Math.min(publisher.length, channels.to(range));
        if (from < to) {
          Arrays.fill(clock, from, to, null);
          Arrays.fill(publisher, from, to, NOBODY);
        }
      }
    }

    private boolean isKnown(int thread, int channel) {
      int who = publisher[channel];
      if (who == MANY) {
        int[] told = clock[channel];
        int[] mine = known[thread];
        for (int i = 0; i < told.length; i++) {
          if (i != slot[thread] && told[i] > (i < mine.length ? mine[i] : 0)) {
            return false;
          }
        }
        return true;
      }
      return who == NOBODY || who == thread || time[channel] <= FlatClocks.this.time(thread, who);
    }

    private void ensure(int channel) {
      if (channel >= publisher.length) {
        int old = publisher.length;
        int capacity = Math.max(channel + 1, old * 2);
        clock = Arrays.copyOf(clock, capacity);
        publisher = Arrays.copyOf(publisher, capacity);
        time = Arrays.copyOf(time, capacity);
        Arrays.fill(publisher, old, capacity, NOBODY);
      }
    }
  }
}
