package dev.sooth.detect;

import dev.sooth.order.Knowledge;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.IdRanges;
import dev.sooth.trace.Kind;
import java.util.Arrays;

/**
 * For each variable, the accesses that can still be the first half of a race, as few as exactness
 * allows. An access that is ordered before a later one of the same kind is covered by it: whoever
 * is unordered with the covered one is unordered with the other, too, or ordered after both. A
 * write covers reads as well. So mostly one write and one read remain (the epochs of [FT09]), in
 * one stretch of an array; a variable gets a list only while accesses of one kind are unordered
 * with each other.
 *
 * <p>Unlike FastTrack, a race does not make it forget: the accesses stay until they are covered. So
 * an access is reported if and only if some earlier conflicting access is unordered with it.
 *
 * <p>Time O(1) an access, or O(length of the list) where there is one and nothing in it is
 * unordered; covered accesses are removed from a list when it has doubled. Memory O(variables).
 */
final class LatestAccesses implements AccessHistory {
  // A variable's stretch: epoch, position and location of the write, then the same of the read.
  private static final int WRITE = 0;
  private static final int READ = 3;
  private static final int STRIDE = 6;

  /** An epoch is time << 32 | thread; times begin at 1. */
  private static final long NO_ACCESS = 0;

  /**
   * In the place of an epoch: the accesses are in a list, whose index is in the place of the
   * position.
   */
  private static final long LISTED = -1;

  private final Knowledge order;
  private final RaceSink sink;
  private long[] state = new long[STRIDE * 64];
  private AccessList[] lists = new AccessList[8];
  private int listCount;
  private int[] freeLists = new int[8];
  private int freeCount;

  LatestAccesses(Knowledge order, RaceSink sink) {
    this.order = order;
    this.sink = sink;
  }

  @Override
  public void read(int thread, int variable, long position, int location) {
    int at = stretch(variable);
    check(at + WRITE, Kind.WRITE, thread, variable, position, Kind.READ, location);
    remember(at + READ, thread, position, location);
  }

  @Override
  public void write(int thread, int variable, long position, int location) {
    int at = stretch(variable);
    boolean racesWithWrite =
        check(at + WRITE, Kind.WRITE, thread, variable, position, Kind.WRITE, location);
    boolean racesWithRead =
        racesWithWrite
            ? hasUnordered(at + READ, thread)
            : check(at + READ, Kind.READ, thread, variable, position, Kind.WRITE, location);
    if (!racesWithRead) {
      forget(at + READ); // this write covers them
    }
    remember(at + WRITE, thread, position, location);
  }

  @Override
  public void forget(IdRanges variables) {
    for (int range = 0; range < variables.count(); range++) {
      int from = variables.from(range) * STRIDE;
      int to = Math.min(state.length, variables.to(range) * STRIDE);
      for (int at = from; at < to; at += STRIDE) {
        forget(at + WRITE);
        forget(at + READ);
      }
    }
  }

  private int stretch(int variable) {
    int at = variable * STRIDE;
    if (at + STRIDE > state.length) {
      state = Arrays.copyOf(state, Math.max(at + STRIDE, state.length * 2));
    }
    return at;
  }

  private boolean isOrdered(long epoch, int thread) {
    int other = (int) epoch;
    return other == thread || (int) (epoch >>> 32) <= order.time(thread, other);
  }

  private boolean hasUnordered(int slot, int thread) {
    long epoch = state[slot];
    if (epoch == LISTED) {
      return lists[(int) state[slot + 1]].firstUnordered(order, thread) >= 0;
    }
    return epoch != NO_ACCESS && !isOrdered(epoch, thread);
  }

  /** Reports one unordered access of the slot, if there is one. */
  private boolean check(
      int slot, byte earlier, int thread, int variable, long position, byte kind, int location) {
    long epoch = state[slot];
    if (epoch == NO_ACCESS) {
      return false;
    }
    if (epoch == LISTED) {
      AccessList list = lists[(int) state[slot + 1]];
      int i = list.firstUnordered(order, thread);
      if (i < 0) {
        return false;
      }
      sink.race(
          variable,
          list.positions[i],
          earlier,
          list.threads[i],
          list.locations[i],
          position,
          kind,
          thread,
          location);
      return true;
    }
    if (isOrdered(epoch, thread)) {
      return false;
    }
    sink.race(
        variable,
        state[slot + 1],
        earlier,
        (int) epoch,
        (int) state[slot + 2],
        position,
        kind,
        thread,
        location);
    return true;
  }

  /** Adds the access to the slot, in the place of all that it covers. */
  private void remember(int slot, int thread, long position, int location) {
    long epoch = state[slot];
    if (epoch == LISTED) {
      AccessList list = lists[(int) state[slot + 1]];
      list.append(thread, order.now(thread), position, location);
      if (list.size >= list.pruneAt) {
        list.removeCovered(order, thread);
      }
      if (list.size > 1) {
        return;
      }
      freeList((int) state[slot + 1]);
    } else if (epoch != NO_ACCESS && !isOrdered(epoch, thread)) {
      int index = newList();
      AccessList list = lists[index];
      list.append((int) epoch, (int) (epoch >>> 32), state[slot + 1], (int) state[slot + 2]);
      list.append(thread, order.now(thread), position, location);
      state[slot] = LISTED;
      state[slot + 1] = index;
      return;
    }
    state[slot] = (long) order.now(thread) << 32 | thread;
    state[slot + 1] = position;
    state[slot + 2] = location;
  }

  private void forget(int slot) {
    if (state[slot] == LISTED) {
      freeList((int) state[slot + 1]);
    }
    state[slot] = NO_ACCESS;
  }

  private int newList() {
    if (freeCount > 0) {
      return freeLists[--freeCount];
    }
    if (listCount == lists.length) {
      lists = Arrays.copyOf(lists, listCount * 2);
    }
    lists[listCount] = new AccessList();
    return listCount++;
  }

  private void freeList(int index) {
    lists[index].size = 0;
    lists[index].pruneAt = AccessList.FIRST_PRUNE;
    if (freeCount == freeLists.length) {
      freeLists = Arrays.copyOf(freeLists, freeCount * 2);
    }
    freeLists[freeCount++] = index;
  }

  /** Accesses of one kind to one variable, in trace order; some may be covered by later ones. */
  private static final class AccessList {
    private static final int FIRST_PRUNE = 4;

    private int size;
    private int pruneAt = FIRST_PRUNE;
    private int[] threads = new int[4];
    private int[] times = new int[4];
    private long[] positions = new long[4];
    private int[] locations = new int[4];

    int firstUnordered(Knowledge order, int thread) {
      for (int i = 0; i < size; i++) {
        if (threads[i] != thread && times[i] > order.time(thread, threads[i])) {
          return i;
        }
      }
      return -1;
    }

    /** Removes what the last access, which is this thread's, covers. */
    void removeCovered(Knowledge order, int thread) {
      int last = size - 1;
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (i == last || (threads[i] != thread && times[i] > order.time(thread, threads[i]))) {
          threads[kept] = threads[i];
          times[kept] = times[i];
          positions[kept] = positions[i];
          locations[kept] = locations[i];
          kept++;
        }
      }
      size = kept;
      pruneAt = Math.max(FIRST_PRUNE, 2 * kept);
    }

    void append(int thread, int time, long position, int location) {
      if (size == threads.length) {
        threads = Arrays.copyOf(threads, size * 2);
        times = Arrays.copyOf(times, size * 2);
        positions = Arrays.copyOf(positions, size * 2);
        locations = Arrays.copyOf(locations, size * 2);
      }
      threads[size] = thread;
      times[size] = time;
      positions[size] = position;
      locations[size] = location;
      size++;
    }
  }
}
