package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.AccessChecker;
import dev.sooth.agent.bootstrap.Cells;
import dev.sooth.agent.bootstrap.CheckState;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.race.Suppressions;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Happens-before races inside the running program [FT09]: vector clocks at all that synchronises,
 * epochs at the accesses, a list where accesses of one kind are unordered among themselves.
 *
 * <p>Guarantee: two accesses that are reported are not ordered by happens-before in this run.
 * Missed are races that the order of locks in this run hides, and without a trace some of those
 * whose accesses come at the same moment: nothing guards the cells of a variable, so one of two
 * threads may not see what the other is just writing there. What is lost that way is known to
 * nobody later; nothing is ever made up, since each word in a cell is an access that was.
 *
 * <p>Departures from [FT09]: a race does not make it forget, as in {@code detect.hb}; an epoch has
 * its place in the program, and only an access of the same epoch at the same place is left out; the
 * time of a thread goes on only when it gives away something new.
 */
public class FastTrack extends AccessChecker {
  private final ThreadNames threadNames = new ThreadNames();
  private final Slots slots = new Slots(threadNames);
  private final SyncClocks clocks = new SyncClocks();
  private final FoundRaces found = new FoundRaces(slots);

  @Override
  public final Object threadMade(int thread, String name, boolean forked) {
    return threadMade(thread, name, forked, null);
  }

  @Override
  public final Object threadMade(
      int thread, String name, boolean forked, Reference<Thread> object) {
    return slots.make(thread, name, forked, object);
  }

  // ---- accesses -------------------------------------------------------------------------------

  @Override
  public final long check(Object state, Cells cells, int variable, boolean write, int place) {
    ThreadClock me = (ThreadClock) state;
    if (me == null) {
      return 0;
    }
    me.checked++;
    int at = 2 * variable + (write ? 0 : 1);
    if (cells.words[at] == Epoch.at(me.epoch, place) && !me.tickAsked) {
      me.use();
      return 0; // who conflicts with it since has been told of the first one
    }
    return checkAndRemember(me, cells, 2 * variable, write, place);
  }

  @Override
  public final long check(
      Object state, CheckState result, long writes, long reads, boolean write, int place) {
    ThreadClock me = (ThreadClock) state;
    if (me == null) {
      result.writesNow = writes;
      result.readsNow = reads;
      return 0;
    }
    if (me.slot < 0) {
      slots.assign(me, null);
    }
    boolean afterWrites = isOrdered(me, writes);
    boolean afterReads = isOrdered(me, reads);
    if (!(write ? afterWrites : afterReads)) {
      return NEEDS_LIST;
    }
    me.checked++;
    long mine = Epoch.at(me.use(), place);
    result.writesNow = write ? mine : writes;
    result.readsNow = !write ? mine : afterReads ? 0 : reads;
    me.earlierIsWrite = !afterWrites;
    if (!afterWrites) {
      return writes;
    }
    return write && !afterReads ? reads : 0;
  }

  private long checkAndRemember(ThreadClock me, Cells cells, int writes, boolean write, int place) {
    if (me.slot < 0) {
      slots.assign(me, null);
    }
    int reads = writes + 1;
    long mine = Epoch.at(me.use(), place);
    long[] ownReads = write ? null : cells.ownReads();
    if (isListed(cells, write ? writes : reads, mine)
        || (ownReads != null && ownReads[writes / 2] == mine)) {
      return 0;
    }
    long earlier = unordered(me, cells, writes);
    me.earlierIsWrite = earlier != 0;
    if (write) {
      long read = unordered(me, cells, reads);
      if (read == 0) {
        read = unordered(me, cells.allReads(), writes / 2);
      }
      if (read == 0) {
        forget(cells, reads); // this write covers them
      } else if (earlier == 0) {
        earlier = read;
      }
      remember(me, cells, writes, mine);
    } else if (ownReads != null && unordered(me, cells, reads) != 0) {
      ownReads[writes / 2] = mine;
    } else {
      remember(me, cells, reads, mine);
    }
    return earlier;
  }

  private static boolean isListed(Cells cells, int at, long mine) {
    if (Epoch.isListed(cells.words[at])) {
      long[] list = cells.list(at);
      if (list != null) {
        for (long epoch : list) {
          if (epoch == mine) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isOrdered(ThreadClock me, long epoch) {
    if (epoch == 0) {
      return true; // no access
    }
    int slot = Epoch.slot(epoch);
    return slot == me.slot || Epoch.time(epoch) <= me.time(slot);
  }

  /** The first access of the slot that is not ordered before this thread's next one, or 0. */
  private static long unordered(ThreadClock me, Cells cells, int at) {
    long epoch = cells.words[at];
    if (Epoch.isListed(epoch)) {
      long[] list = cells.list(at);
      if (list != null) {
        for (long one : list) {
          if (!isOrdered(me, one)) {
            return one;
          }
        }
      }
      return 0;
    }
    return isOrdered(me, epoch) ? 0 : epoch;
  }

  /** The same of reads that threads keep for themselves; forgets them if there is none. */
  private static long unordered(ThreadClock me, long[][] all, int variable) {
    for (int i = 0; all != null && i < all.length; i++) {
      if (!isOrdered(me, all[i][variable])) {
        return all[i][variable];
      }
    }
    for (int i = 0; all != null && i < all.length; i++) {
      all[i][variable] = 0;
    }
    return 0;
  }

  private static void forget(Cells cells, int at) {
    if (Epoch.isListed(cells.words[at])) {
      cells.list(at, null);
    }
    cells.words[at] = 0;
  }

  /** Adds the access, in the place of all that it covers. */
  private static void remember(ThreadClock me, Cells cells, int at, long mine) {
    long epoch = cells.words[at];
    if (!Epoch.isListed(epoch)) {
      if (isOrdered(me, epoch)) {
        cells.words[at] = mine;
      } else {
        cells.list(at, new long[] {epoch, mine});
        cells.words[at] = me.number();
      }
      return;
    }
    long[] list = cells.list(at);
    for (int i = 0; list != null && i < list.length; i++) {
      if (list[i] != 0 && Epoch.slot(list[i]) == me.slot) {
        list[i] = mine; // the one word that only this slot changes
        return;
      }
    }
    int kept = 0;
    for (int i = 0; list != null && i < list.length; i++) {
      kept += isOrdered(me, list[i]) ? 0 : 1;
    }
    if (kept == 0) {
      cells.words[at] = mine;
      cells.list(at, null);
      return;
    }
    long[] fresh = new long[kept + 1];
    int next = 0;
    for (int i = 0; i < list.length && next < kept; i++) {
      if (!isOrdered(me, list[i])) {
        fresh[next++] = list[i];
      }
    }
    fresh[next] = mine; // what another thread has taught this one meanwhile leaves zeros behind it
    cells.list(at, fresh);
  }

  @Override
  public final void race(Object state, long earlier, int op, int site, int place, long key) {
    ThreadClock me = (ThreadClock) state;
    found.add(earlier, me.earlierIsWrite, Epoch.at(me.epoch, place), op, site, key);
  }

  @Override
  public final void dropped(Object state) {
    ThreadClock me = (ThreadClock) state;
    if (me != null) {
      me.dropped++;
    }
  }

  // ---- what orders ----------------------------------------------------------------------------

  @Override
  public final void operation(int thread, Object state, int op, int site, long key) {
    operation(thread, state, op, site, key, null);
  }

  @Override
  public final void operation(
      int thread, Object state, int op, int site, long key, Object subject) {
    ThreadClock me = (ThreadClock) state;
    if (me == null) {
      return;
    }
    if (me.slot < 0) {
      slots.assign(me, null);
    }
    if (op == Op.FORK) {
      fork(me, slots.clock((int) key));
      return;
    }
    if (op == Op.JOIN) {
      join(me, slots.clock((int) key));
      return;
    }
    me.lock();
    try {
      order(me, op, site, key, subject);
      if (me.isWornOut()) {
        slots.renew(me);
      }
    } finally {
      me.unlock();
    }
  }

  private void order(ThreadClock me, int op, int site, long key, Object subject) {
    int space = Op.space(op);
    switch (op) {
      case Op.FIELD_VOLATILE_READ, Op.ELEMENT_VOLATILE_READ, Op.HIDDEN_READ, Op.ACQUIRE ->
          clocks.learn(me, space, key);
      case Op.RELEASE -> clocks.giveLock(me, key, subject);
      case Op.FIELD_VOLATILE_WRITE, Op.ELEMENT_VOLATILE_WRITE, Op.HIDDEN_WRITE ->
          clocks.giveMore(me, space, key, subject);
      case Op.FIELD_UPDATE,
          Op.ELEMENT_UPDATE,
          Op.HIDDEN_UPDATE,
          Op.FIELD_CHAIN,
          Op.ELEMENT_CHAIN -> {
        clocks.learn(me, space, key);
        clocks.giveMore(me, space, key, subject);
      }
      case Op.AFTER_ALL -> me.learnFloor(slots.floor(me, site == Op.ENDED_ONLY));
      case Op.AFTER_LOCK -> {
        long[] givers = clocks.givers(key);
        if (givers != null) {
          me.learnFloor(slots.floor(me, givers));
        }
      }
      case Op.END -> slots.end(me);
      case Op.FIELD_READ, Op.FIELD_WRITE, Op.ELEMENT_READ, Op.ELEMENT_WRITE -> {} // see check
      default -> throw new IllegalArgumentException("operation " + op);
    }
  }

  private void fork(ThreadClock me, ThreadClock child) {
    if (child == null || child == me) {
      return;
    }
    slots.assign(child, me);
    me.lock();
    int[] known = me.snapshot();
    int[] floor = me.floor;
    int slot = me.slot;
    int time = me.give();
    me.unlock();
    child.lock();
    child.learn(known, slot, time);
    child.learnFloor(floor);
    child.unlock();
  }

  private void join(ThreadClock me, ThreadClock child) {
    if (child == null || child == me || child.slot < 0) {
      return;
    }
    child.lock();
    int[] known = child.snapshot();
    int[] floor = child.floor;
    int slot = child.slot;
    int time = child.isShared ? child.give() : child.now();
    child.unlock();
    me.lock();
    me.learn(known, slot, time);
    me.learnFloor(floor);
    me.unlock();
    if (!child.isShared) {
      slots.end(child); // of a virtual thread nothing else tells
    }
  }

  // ---- what is said ---------------------------------------------------------------------------

  /** Lets it be silent about some races; before the program starts. */
  public final void suppress(Suppressions those) {
    found.suppress(those);
  }

  /** The classes that deserve a recording, after the last race was said. */
  public final Set<String> worthRecording() {
    Set<String> classes = new TreeSet<>(found.classes());
    classes.addAll(oftenSampled());
    return classes;
  }

  /** The classes of what was sampled most, where methods are sampled for each other's sake. */
  protected Set<String> oftenSampled() {
    return Set.of();
  }

  /** The name of the mode. */
  protected String mode() {
    return "fasttrack";
  }

  @Override
  public final List<String> news(Names names) {
    clocks.forgetDead(); // this is asked for as long as the program runs
    return found.take(names, mode());
  }

  @Override
  public final List<String> report(Names names) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %,d pairs of racing lines, %,d accesses checked, repeated ones not counted%s"
            .formatted(mode(), found.size(), slots.checked(), sampled()));
    if (slots.dropped() > 0) {
      lines.add("%s: no memory for %,d accesses' variables".formatted(mode(), slots.dropped()));
    }
    if (slots.lossy()) {
      lines.add(mode() + ": many threads at once: some are taken to be ordered that may not be");
    }
    lines.addAll(found.suppressions().summary());
    return lines;
  }

  /** What the summary says of sampling. */
  protected String sampled() {
    return "";
  }
}
