package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.ObjectArrayList;
import dev.sooth.detect.Grains;
import dev.sooth.detect.PrefixOptions;
import dev.sooth.order.automaton.Guess;
import dev.sooth.order.automaton.GuessTable;
import dev.sooth.order.automaton.GuessTable.Partition;
import dev.sooth.order.automaton.LastWrites;
import dev.sooth.order.automaton.SecondAccess;
import dev.sooth.order.automaton.SmallSet;
import dev.sooth.order.automaton.StopPoints;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;
import java.util.Arrays;

/**
 * The automaton of [Ang25] section 6.2 for prefix races and for grains of one section, with guesses
 * made as late as possible. While a thread is in a critical section of the prefix, nobody else can
 * acquire its lock; so that it had better stopped before the section can only matter when it has to
 * stop inside, or when another thread sees what it did there. Until then one guess stands for all
 * of them, and when the section ends they are forgotten (docs/prefix.md).
 *
 * <p>Time an event: some words for each 64 guesses, and the guesses that change. Memory O(guesses),
 * which is bounded by threads, locks and variables.
 */
final class LazyAutomaton implements Automaton {
  private static final int NOBODY = -1;

  private final boolean grains;
  private final int grainSize;
  private final int most;
  private final boolean all;
  private final int share;
  private final int shares;
  private final long onlyFirst; // position of the one first access to look at, or -1

  private final GuessTable table = new GuessTable();
  private final GuessTable.Subsumption subsumption = this::subsumes;
  private final Partition base = new Partition();
  private Partition[] byVariable = new Partition[16];
  private Partition[] pendingByVariable = new Partition[16];

  /** Partitions of guesses whose prefix has still to give locks back. */
  private final ObjectArrayList<Partition> pending = new ObjectArrayList<>();

  private final ObjectArrayList<Partition> partitions = new ObjectArrayList<>();
  private final ObjectArrayList<Partition> grown = new ObjectArrayList<>();
  private final LastWrites lastWrites = new LastWrites();
  private StopPoints[] points = new StopPoints[0];
  private long[] events = new long[8]; // by thread
  private int[] holder = new int[8]; // by lock
  private long[] known = new long[1]; // the threads that were seen or forked
  private int threads;
  private long asleep;
  private long mostStates;

  private long position;
  private Found found;
  private long[] accepted;
  private int[] candidates = new int[4];

  private LazyAutomaton(PrefixOptions options, boolean all, int share, int shares, long onlyFirst) {
    grains = options.grains() == Grains.SECTION;
    grainSize = options.grainSize() == 0 ? Integer.MAX_VALUE : options.grainSize();
    most = options.states();
    this.all = all;
    this.share = share;
    this.shares = shares;
    this.onlyFirst = onlyFirst;
    Arrays.fill(holder, NOBODY);
    table.add(base, table.initial());
  }

  /** An automaton for the variables whose id is {@code share} modulo {@code shares}. */
  static LazyAutomaton forShare(PrefixOptions options, boolean all, int share, int shares) {
    return new LazyAutomaton(options, all, share, shares, -1);
  }

  /** An automaton for one first access. */
  static LazyAutomaton forFirst(PrefixOptions options, long first) {
    return new LazyAutomaton(options, false, 0, 1, first);
  }

  /**
   * For each thread the position of its first event outside the prefix, in the guess that showed
   * the last race; only for one first access.
   */
  long[] accepted() {
    return accepted;
  }

  @Override
  public long mostStates() {
    return mostStates;
  }

  @Override
  public long liveStates() {
    return table.size() + asleep;
  }

  @Override
  public long earliestPending() {
    long earliest = Long.MAX_VALUE;
    for (int k = 0; k < pending.size(); k++) {
      int count = table.findAll(pending.get(k));
      for (int i = 0; i < count; i++) {
        earliest = Math.min(earliest, table.guess(table.foundSlot(i)).second.position);
      }
    }
    return earliest;
  }

  @Override
  public void makeRoom(TraceNames names) {
    int locks = names.locks().size();
    int variables = names.variables().size();
    threads = Math.max(threads, names.threads().size());
    table.makeRoom(threads, locks, variables);
    lastWrites.makeRoom(threads, variables);
    if (threads > points.length) {
      int old = points.length;
      points = Arrays.copyOf(points, Math.max(threads, 2 * old));
      for (int t = old; t < points.length; t++) {
        points[t] = new StopPoints();
      }
      events = Arrays.copyOf(events, points.length);
      known = Arrays.copyOf(known, (points.length + 63) >>> 6);
      table.growGuesses();
    }
    if (locks > holder.length) {
      int old = holder.length;
      holder = Arrays.copyOf(holder, Math.max(locks, 2 * old));
      Arrays.fill(holder, old, holder.length, NOBODY);
    }
    if (variables > byVariable.length) {
      byVariable = Arrays.copyOf(byVariable, Math.max(variables, 2 * byVariable.length));
      pendingByVariable = Arrays.copyOf(pendingByVariable, byVariable.length);
    }
  }

  @Override
  public void process(EventBatch batch, int from, int to, Found races) {
    found = races;
    for (int i = from; i < to; i++) {
      byte kind = batch.kind[i];
      if (kind != Kind.NOP && kind != Kind.BEGIN && kind != Kind.END) {
        position = batch.base + i;
        event(kind, batch.thread[i], batch.target[i], batch.location[i]);
      }
    }
  }

  private void event(byte kind, int thread, int target, int location) {
    meet(thread);
    if (Kind.isPlainAccess(kind) && target % shares == share) {
      if (byVariable[target] != null) {
        compare(kind, thread, target, location);
      }
      if (onlyFirst < 0 || onlyFirst == position) {
        chooseFirst(kind, thread, target, location);
      }
    }
    switch (kind) {
      case Kind.READ, Kind.VOLATILE_READ -> read(thread, target);
      case Kind.WRITE, Kind.VOLATILE_WRITE -> write(thread, target);
      case Kind.ACQUIRE -> acquire(thread, target);
      case Kind.RELEASE -> release(thread, target);
      case Kind.FORK -> fork(thread, target);
      case Kind.JOIN -> join(thread, target);
      default -> {}
    }
    events[thread]++;
    for (int i = pending.size() - 1; i >= 0; i--) {
      checkPending(pending.get(i));
      if (pending.get(i).size() == 0) {
        pending.removeAt(i);
      }
    }
    while (!grown.isEmpty()) {
      tidy(grown.removeLast());
    }
    mostStates = Math.max(mostStates, liveStates());
  }

  /** Wakes the sleeping guesses if the thread is new and nobody forked it: it may do anything. */
  private void meet(int thread) {
    if ((known[thread >>> 6] & (1L << thread)) != 0) {
      return;
    }
    for (int i = 0; i < partitions.size(); i++) {
      table.wake(partitions.get(i), known);
    }
    asleep = 0;
    known[thread >>> 6] |= 1L << thread;
  }

  private void tidy(Partition partition) {
    if (table.isDue(partition)) {
      table.reduce(partition, subsumption);
    }
    if (most > 0 && partition != base && partition.size() + partition.asleep() > most) {
      int before = partition.asleep();
      table.reduce(partition, subsumption);
      table.limit(partition, most);
      asleep += partition.asleep() - before;
    }
  }

  // ------------------------------------------------------------------ the roles of an event

  private void read(int thread, int variable) {
    int writer = lastWrites.thread(variable);
    if (writer != NOBODY && writer != thread) {
      long written = lastWrites.position(variable);
      showPoints(writer, written);
      int count = table.findInWithout(thread, writer);
      for (int i = 0; i < count; i++) {
        Guess guess = table.guess(table.foundSlot(i));
        if (written >= guess.cut(writer)) {
          forceOut(guess, thread);
        }
      }
    }
    if (base.size() > 1) {
      readInGrains(thread, variable);
    }
    points[thread].read(thread, variable, lastWrites);
  }

  private void readInGrains(int thread, int variable) {
    int count = table.findAll(base);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      if (guess.grainThread != thread) {
        continue;
      }
      boolean own =
          lastWrites.thread(variable) == thread
              && lastWrites.position(variable) >= guess.cut(thread);
      if (!own) {
        if (guess.misses(lastWrites, variable) || guess.grainWrites.contains(variable)) {
          table.remove(guess);
        } else {
          table.readInGrain(guess, variable);
        }
      }
    }
  }

  private void write(int thread, int variable) {
    if (grains) {
      for (int t = 0; t < threads; t++) {
        for (int k = 0; t != thread && k < points[t].size(); k++) {
          StopPoints.Point point = points[t].get(k);
          if (point.isGrainPossible() && point.reads().contains(variable)) {
            beginGrain(t, point);
            point.forbidGrain();
          }
        }
      }
    }
    int count = table.findReading(variable, thread);
    for (int i = 0; i < count; i++) {
      forceOut(table.guess(table.foundSlot(i)), thread);
    }
    if (base.size() > 1) {
      int inBase = table.findAll(base);
      for (int i = 0; i < inBase; i++) {
        Guess guess = table.guess(table.foundSlot(i));
        if (guess.grainThread == thread) {
          guess.grainWrites.add(variable);
        }
      }
    }
    lastWrites.write(thread, variable, position);
    points[thread].write(variable);
  }

  private void acquire(int thread, int lock) {
    for (int t = 0; t < threads; t++) {
      for (int k = points[t].size() - 1; t != thread && k >= 0; k--) {
        // Only with locking hand over hand: t acquired another lock, then released this one.
        StopPoints.Point point = points[t].get(k);
        if (point.heldBefore().contains(lock)) {
          showPoint(t, point);
          points[t].drop(k);
        }
      }
    }
    int count = table.findOpen(lock, thread);
    for (int i = 0; i < count; i++) {
      forceOut(table.guess(table.foundSlot(i)), thread);
    }
    if (base.size() > 1) {
      int inBase = table.findAll(base);
      for (int i = 0; i < inBase; i++) {
        Guess guess = table.guess(table.foundSlot(i));
        if (guess.grainThread == thread) {
          if (guess.open.contains(lock) && !guess.grainHeld.contains(lock)) {
            table.remove(guess);
          } else {
            guess.taken.add(lock);
          }
        }
      }
    }
    points[thread].acquire(lock, position, events[thread]);
    holder[lock] = thread;
  }

  private void release(int thread, int lock) {
    points[thread].release(lock);
    holder[lock] = NOBODY;
    if (base.size() > 1) {
      endGrains(thread);
      table.reduce(base, subsumption);
    }
  }

  /** Drops the grains of a thread that has left all sections which it entered in them. */
  private void endGrains(int thread) {
    int count = table.findAll(base);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      if (guess.grainThread == thread && points[thread].held().isWithin(guess.grainHeld)) {
        table.remove(guess);
      }
    }
  }

  private void fork(int thread, int child) {
    showPoints(thread, position);
    known[child >>> 6] |= 1L << child;
    int count = table.findInWithout(child, thread);
    for (int i = 0; i < count; i++) {
      table.leave(table.guess(table.foundSlot(i)), child, position, points[child].held());
    }
  }

  private void join(int thread, int child) {
    showPoints(child, position);
    int count = table.findInWithout(thread, child);
    for (int i = 0; i < count; i++) {
      forceOut(table.guess(table.foundSlot(i)), thread);
    }
    if (base.size() > 1) {
      int inBase = table.findAll(base);
      for (int i = 0; i < inBase; i++) {
        Guess guess = table.guess(table.foundSlot(i));
        if (guess.grainThread == thread && !guess.isInPrefix(child)) {
          table.remove(guess);
        }
      }
    }
  }

  // ------------------------------------------------------------------ late guesses

  /** Makes the guesses for all points of a thread before a position: somebody saw what it did. */
  private void showPoints(int thread, long before) {
    StopPoints own = points[thread];
    while (own.size() > 0 && own.get(0).position() < before) {
      showPoint(thread, own.get(0));
      own.drop(0);
    }
  }

  private void showPoint(int thread, StopPoints.Point point) {
    if (grains && point.isGrainPossible()) {
      beginGrain(thread, point);
    }
    int count = table.findInside(thread);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      if (!point.heldBefore().intersects(guess.taken)) {
        Guess stopped = table.copy(guess);
        table.leave(stopped, thread, point.position(), point.heldBefore());
        add(guess.partition(), stopped);
      }
    }
  }

  /** Makes the guesses in which a grain begins at this point. */
  private void beginGrain(int thread, StopPoints.Point point) {
    int count = table.findInside(base, thread);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      if (guess.grainThread == NOBODY && !point.taken().intersects(guess.open)) {
        add(base, inGrain(guess, thread, point));
      }
    }
  }

  private Guess inGrain(Guess guess, int thread, StopPoints.Point point) {
    Guess grain = table.copy(guess);
    grain.grainThread = thread;
    grain.taken.set(point.taken());
    grain.reads.set(point.reads());
    grain.grainWrites.set(point.writes());
    grain.grainHeld.set(point.heldBefore());
    grain.eventsBeforeGrain = point.eventsBefore();
    table.leave(grain, thread, point.position(), point.heldBefore());
    return grain;
  }

  private void add(Partition partition, Guess guess) {
    table.add(partition, guess);
    grown.add(partition);
    sleep(guess);
  }

  private void sleep(Guess guess) {
    Partition partition = guess.partition();
    if (partition == base || guess.second != null) {
      return;
    }
    int before = partition.asleep();
    if (table.sleepIfAllLeft(guess, known, position, subsumption)) {
      asleep += partition.asleep() - before;
      grown.add(partition);
    }
  }

  /**
   * Lets a thread leave the prefix before this event, or before a section in which it is. A point
   * that leaves no lock open which an earlier one does not, and keeps no last write more in the
   * prefix, is no better than that.
   */
  private void forceOut(Guess guess, int thread) {
    StopPoints own = points[thread];
    int count = 0;
    long lastCut = -1;
    SmallSet lastHeld = null;
    for (int k = 0; k <= own.size(); k++) {
      long cut = cut(own, k);
      SmallSet held = held(own, k);
      boolean dominated =
          lastHeld != null
              && lastHeld.isWithin(held)
              && !lastWrites.anyBetween(thread, lastCut, cut);
      if (!dominated && !held.intersects(guess.taken)) {
        if (count == candidates.length) {
          candidates = Arrays.copyOf(candidates, 2 * count);
        }
        candidates[count++] = k;
        lastCut = cut;
        lastHeld = held;
      }
    }
    if (count == 0) {
      table.remove(guess);
      return;
    }
    for (int i = 1; i < count; i++) {
      Guess other = table.copy(guess);
      table.leave(other, thread, cut(own, candidates[i]), held(own, candidates[i]));
      add(guess.partition(), other);
    }
    table.leave(guess, thread, cut(own, candidates[0]), held(own, candidates[0]));
    sleep(guess);
  }

  private long cut(StopPoints own, int point) {
    return point < own.size() ? own.get(point).position() : position;
  }

  private static SmallSet held(StopPoints own, int point) {
    return point < own.size() ? own.get(point).heldBefore() : own.held();
  }

  // ------------------------------------------------------------------ the two accesses

  private void chooseFirst(byte kind, int thread, int variable, int location) {
    if (byVariable[variable] == null) {
      byVariable[variable] = new Partition();
      partitions.add(byVariable[variable]);
    }
    int count = table.findAll(base);
    int[] slots = null;
    if (count > 1) {
      slots = new int[count];
      for (int i = 0; i < count; i++) {
        slots[i] = table.foundSlot(i);
      }
    }
    int single = table.foundSlot(0);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(slots == null ? single : slots[i]);
      if (guess.grainThread == thread) {
        if (events[thread] - guess.eventsBeforeGrain < grainSize) {
          Guess chosen = table.copy(guess);
          chosen.grainThread = NOBODY;
          choose(chosen, kind, thread, variable, location);
        }
      } else if (guess.grainThread == NOBODY && guess.isInPrefix(thread)) {
        chooseFrom(guess, kind, thread, variable, location);
      }
    }
  }

  private void chooseFrom(Guess guess, byte kind, int thread, int variable, int location) {
    StopPoints own = points[thread];
    Guess chosen = table.copy(guess);
    table.leave(chosen, thread, position, own.held());
    choose(chosen, kind, thread, variable, location);
    for (int k = 0; grains && k < own.size(); k++) {
      StopPoints.Point point = own.get(k);
      if (point.isGrainPossible()
          && events[thread] - point.eventsBefore() < grainSize
          && !point.taken().intersects(guess.open)) {
        Guess grain = inGrain(guess, thread, point);
        grain.grainThread = NOBODY;
        choose(grain, kind, thread, variable, location);
      }
    }
  }

  /** Adds a guess with its first access, unless another one is as good. */
  private void choose(Guess guess, byte kind, int thread, int variable, int location) {
    guess.firstPosition = position;
    guess.firstKind = kind;
    guess.firstThread = thread;
    guess.firstLocation = location;
    guess.firsts = all ? guess.first() : null;
    Partition partition = byVariable[variable];
    int count = all ? 0 : table.findAll(partition);
    for (int i = 0; i < count; i++) {
      Guess rival = table.guess(table.foundSlot(i));
      if (subsumes(guess, rival)) {
        table.remove(rival); // also if they are equal: the later access is the nearer one
      } else if (subsumes(rival, guess)) {
        table.recycle(guess);
        return;
      }
    }
    add(partition, guess);
  }

  /** Reports the first accesses with which this second access races. */
  private void compare(byte kind, int thread, int variable, int location) {
    int count = table.findInside(byVariable[variable], thread);
    SecondAccess second = null;
    Guess latest = null;
    boolean anyLate = false;
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      if (kind != Kind.WRITE && guess.firstKind != Kind.WRITE) {
        continue;
      }
      if (second == null) {
        second = new SecondAccess(variable, position, kind, thread, location);
      }
      if (!canEnd(guess, thread)) {
        anyLate = true;
      } else if (all) {
        report(guess, second);
      } else if (latest == null || guess.firstPosition > latest.firstPosition) {
        latest = guess;
      }
    }
    if (latest != null) {
      report(latest, second);
    }
    if (anyLate && (all || latest == null)) {
      for (int i = 0; i < count; i++) {
        Guess guess = table.guess(table.foundSlot(i));
        if ((kind == Kind.WRITE || guess.firstKind == Kind.WRITE) && !canEnd(guess, thread)) {
          waitForLocks(guess, second);
        }
      }
    }
  }

  /**
   * Keeps a guess that shows a race with this access as soon as threads of the prefix have given
   * back the locks that the grain acquired. Nothing else of Def. 5.4 asks for events after e2.
   */
  private void waitForLocks(Guess guess, SecondAccess second) {
    SmallSet held = points[second.thread].held();
    if (!held.intersects(guess.taken)) {
      Guess late = table.copy(guess);
      late.second = second;
      table.leave(late, second.thread, second.position, held);
      add(pending(second.variable), late);
    }
  }

  private Partition pending(int variable) {
    if (pendingByVariable[variable] == null) {
      pendingByVariable[variable] = new Partition();
    }
    Partition partition = pendingByVariable[variable];
    if (partition.size() == 0) {
      pending.add(partition);
    }
    return partition;
  }

  /** Whether the prefix may end here: it must not keep a lock that the grain acquired. */
  private boolean canEnd(Guess guess, int secondThread) {
    for (int i = 0; i < guess.taken.size(); i++) {
      int owner = holder[guess.taken.get(i)];
      if (owner != NOBODY
          && guess.isInPrefix(owner)
          && (owner == secondThread || freePoint(guess, owner) < 0)) {
        return false;
      }
    }
    return true;
  }

  /** The latest point at which a thread that holds such a lock can have stopped, or -1. */
  private int freePoint(Guess guess, int thread) {
    for (int k = points[thread].size() - 1; k >= 0; k--) {
      if (!points[thread].get(k).heldBefore().intersects(guess.taken)) {
        return k;
      }
    }
    return -1;
  }

  private void report(Guess guess, SecondAccess second) {
    if (all) {
      guess.firsts.forEach(
          first -> {
            if (second.addReported(first.position)) {
              found.race(first, second, position);
            }
          });
    } else if (second.addReported(guess.firstPosition)) {
      if (onlyFirst >= 0) {
        remember(guess);
      }
      found.race(guess.first(), second, position);
    }
  }

  private void remember(Guess guess) {
    accepted = new long[threads];
    for (int t = 0; t < threads; t++) {
      accepted[t] = guess.cut(t);
    }
    for (int i = 0; i < guess.taken.size(); i++) {
      int owner = holder[guess.taken.get(i)];
      if (owner != NOBODY && guess.isInPrefix(owner)) {
        accepted[owner] = points[owner].get(freePoint(guess, owner)).position();
      }
    }
  }

  private void checkPending(Partition partition) {
    int count = table.findAll(partition);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      boolean done = !all && guess.second.isReported();
      if (!done && canEnd(guess, guess.second.thread)) {
        report(guess, guess.second);
        done = true;
      }
      if (done) {
        table.remove(guess);
      }
    }
  }

  // ------------------------------------------------------------------ subsumption

  /** Whether what the other guess can still become, this one can, too. */
  private boolean subsumes(Guess one, Guess other) {
    if (one.second != other.second
        || one.grainThread != other.grainThread
        || one.firstKind < other.firstKind // a write races with reads, too
        || !one.open.isWithin(other.open)
        || !one.taken.isWithin(other.taken)
        || !one.reads.isWithin(other.reads)) {
      return false;
    }
    for (int t = 0; t < threads; t++) {
      long cut = one.cut(t);
      long otherCut = other.cut(t);
      if (cut != otherCut && !isNoWorse(t, cut, otherCut)) {
        return false;
      }
    }
    return true;
  }

  private boolean isNoWorse(int thread, long cut, long otherCut) {
    if (cut == Guess.NEVER) {
      return !points[thread].isRigid();
    }
    return otherCut != Guess.NEVER
        && (cut > otherCut || !lastWrites.anyBetween(thread, cut, otherCut));
  }
}
