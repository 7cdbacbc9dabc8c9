package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.ObjectArrayList;
import dev.sooth.detect.Stop;
import dev.sooth.detect.prefix.GuessTable.Partition;
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
  private static final int NOBODY = TraceSoFar.NOBODY;

  private final boolean grains;
  private final int grainSize;
  private final int most;
  private final boolean all;
  private final int share;
  private final int shares;
  private final long onlyFirst; // position of the one first access to look at, or -1

  private final TraceSoFar trace = new TraceSoFar();
  private final GuessTable table = new GuessTable();
  private final GuessOrder subsumption = new GuessOrder(trace);
  private final SecondAccesses seconds;
  private final Partition base = new Partition();
  private Partition[] byVariable = new Partition[16];
  private final ObjectArrayList<Partition> partitions = new ObjectArrayList<>();
  private final ObjectArrayList<Partition> grown = new ObjectArrayList<>();
  private long asleep;
  private long mostStates;

  private int[] candidates = new int[4];

  private LazyAutomaton(PrefixOptions options, boolean all, int share, int shares, long onlyFirst) {
    grains = options.grains() == Grains.SECTION;
    grainSize = options.grainSize() == 0 ? Integer.MAX_VALUE : options.grainSize();
    most = options.states();
    this.all = all;
    this.share = share;
    this.shares = shares;
    this.onlyFirst = onlyFirst;
    seconds = new SecondAccesses(trace, table, all, onlyFirst >= 0, this::add);
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
    return seconds.accepted();
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
    return seconds.earliestPending();
  }

  @Override
  public void makeRoom(TraceNames names) {
    int variables = names.variables().size();
    trace.makeRoom(names);
    table.makeRoom(trace.threads, names.locks().size(), variables);
    seconds.makeRoom(variables);
    if (variables > byVariable.length) {
      byVariable = Arrays.copyOf(byVariable, Math.max(variables, 2 * byVariable.length));
    }
  }

  @Override
  public void process(EventBatch batch, int from, int to, Found races, Stop giveUp) {
    seconds.reportTo(races);
    for (int i = from; i < to; i++) {
      byte kind = batch.kind[i];
      if (kind != Kind.NOP && kind != Kind.BEGIN && kind != Kind.END) {
        trace.position = batch.base + i;
        event(kind, batch.thread[i], batch.target[i], batch.location[i]);
      }
    }
  }

  private void event(byte kind, int thread, int target, int location) {
    meet(thread);
    trace.points[thread].forbidLongGrains(trace.events[thread], grainSize);
    if (Kind.isPlainAccess(kind) && target % shares == share) {
      if (byVariable[target] != null) {
        seconds.compare(byVariable[target], kind, thread, target, location);
      }
      if (onlyFirst < 0 || onlyFirst == trace.position) {
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
    trace.events[thread]++;
    seconds.checkPending();
    while (!grown.isEmpty()) {
      tidy(grown.removeLast());
    }
    mostStates = Math.max(mostStates, liveStates());
  }

  /** Wakes the sleeping guesses if the thread is new and nobody forked it: it may do anything. */
  private void meet(int thread) {
    if (trace.isKnown(thread)) {
      return;
    }
    for (int i = 0; i < partitions.size(); i++) {
      table.wake(partitions.get(i), trace.known);
    }
    asleep = 0;
    trace.setKnown(thread);
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

  // ---- the roles of an event

  private void read(int thread, int variable) {
    int writer = trace.lastWrites.thread(variable);
    long written = trace.lastWrites.position(variable);
    if (writer != NOBODY && writer != thread && trace.readsNews(thread, writer, written)) {
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
    trace.points[thread].read(thread, variable, trace.lastWrites);
  }

  private void readInGrains(int thread, int variable) {
    int count = table.findAll(base);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      if (guess.grainThread != thread) {
        continue;
      }
      boolean own =
          trace.lastWrites.thread(variable) == thread
              && trace.lastWrites.position(variable) >= guess.cut(thread);
      if (!own) {
        if (guess.misses(trace.lastWrites, variable) || guess.grainWrites.contains(variable)) {
          table.remove(guess);
        } else {
          table.readInGrain(guess, variable);
        }
      }
    }
  }

  private void write(int thread, int variable) {
    if (grains) {
      for (int t = 0; t < trace.threads; t++) {
        for (int k = 0; t != thread && k < trace.points[t].size(); k++) {
          StopPoints.Point point = trace.points[t].get(k);
          if (point.isGrainPossible() && point.reads().contains(variable)) {
            beginGrain(t, point);
            point.forbidGrain();
          }
        }
      }
    }
    forceOutFound(table.findReading(variable, thread), thread);
    if (base.size() > 1) {
      int inBase = table.findAll(base);
      for (int i = 0; i < inBase; i++) {
        Guess guess = table.guess(table.foundSlot(i));
        if (guess.grainThread == thread) {
          guess.grainWrites.add(variable);
        }
      }
    }
    trace.lastWrites.write(thread, variable, trace.position);
    trace.points[thread].write(variable);
  }

  private void acquire(int thread, int lock) {
    for (int t = 0; t < trace.threads; t++) {
      for (int k = trace.points[t].size() - 1; t != thread && k >= 0; k--) {
        // Only with locking hand over hand: t acquired another lock, then released this one.
        StopPoints.Point point = trace.points[t].get(k);
        if (point.heldBefore().contains(lock)) {
          showPoint(t, point);
          trace.points[t].drop(k);
        }
      }
    }
    forceOutFound(table.findOpen(lock, thread), thread);
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
    trace.points[thread].acquire(lock, trace.position, trace.events[thread]);
    trace.holder[lock] = thread;
  }

  private void release(int thread, int lock) {
    trace.points[thread].release(lock);
    trace.holder[lock] = NOBODY;
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
      if (guess.grainThread == thread && trace.points[thread].held().isWithin(guess.grainHeld)) {
        table.remove(guess);
      }
    }
  }

  private void fork(int thread, int child) {
    showPoints(thread, trace.position);
    trace.setKnown(child);
    int count = table.findInWithout(child, thread);
    for (int i = 0; i < count; i++) {
      table.leave(
          table.guess(table.foundSlot(i)), child, trace.position, trace.points[child].held());
    }
  }

  private void join(int thread, int child) {
    showPoints(child, trace.position);
    forceOutFound(table.findInWithout(thread, child), thread);
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

  // ---- late guesses

  /**
   * Makes the guesses for all points of a thread before a trace.position: somebody saw what it did.
   */
  private void showPoints(int thread, long before) {
    StopPoints own = trace.points[thread];
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
    if (table.sleepIfAllLeft(guess, trace.known, trace.position, subsumption)) {
      asleep += partition.asleep() - before;
      grown.add(partition);
    }
  }

  private void forceOutFound(int count, int thread) {
    for (int i = 0; i < count; i++) {
      forceOut(table.guess(table.foundSlot(i)), thread);
    }
  }

  /**
   * Lets a thread leave the prefix before this event, or before a section in which it is. A point
   * that leaves no lock open which an earlier one does not, and keeps no last write more in the
   * prefix, is no better than that.
   */
  private void forceOut(Guess guess, int thread) {
    StopPoints own = trace.points[thread];
    int count = 0;
    long lastCut = -1;
    SmallSet lastHeld = null;
    for (int k = 0; k <= own.size(); k++) {
      long cut = cut(own, k);
      SmallSet held = held(own, k);
      boolean dominated =
          lastHeld != null
              && lastHeld.isWithin(held)
              && !trace.lastWrites.mayBeBetween(thread, lastCut, cut);
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
    return point < own.size() ? own.get(point).position() : trace.position;
  }

  private static SmallSet held(StopPoints own, int point) {
    return point < own.size() ? own.get(point).heldBefore() : own.held();
  }

  // ---- the two accesses

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
        if (trace.events[thread] - guess.eventsBeforeGrain < grainSize) {
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
    StopPoints own = trace.points[thread];
    Guess chosen = table.copy(guess);
    table.leave(chosen, thread, trace.position, own.held());
    choose(chosen, kind, thread, variable, location);
    for (int k = 0; grains && k < own.size(); k++) {
      StopPoints.Point point = own.get(k);
      if (point.isGrainPossible()
          && trace.events[thread] - point.eventsBefore() < grainSize
          && !point.taken().intersects(guess.open)) {
        Guess grain = inGrain(guess, thread, point);
        grain.grainThread = NOBODY;
        choose(grain, kind, thread, variable, location);
      }
    }
  }

  /** Adds a guess with its first access, unless another one is as good. */
  private void choose(Guess guess, byte kind, int thread, int variable, int location) {
    guess.firstPosition = trace.position;
    guess.firstKind = kind;
    guess.firstThread = thread;
    guess.firstLocation = location;
    guess.firsts = all ? guess.first() : null;
    Partition partition = byVariable[variable];
    int count = all ? 0 : table.findAll(partition);
    for (int i = 0; i < count; i++) {
      Guess rival = table.guess(table.foundSlot(i));
      if (subsumption.subsumes(rival, guess) && !subsumption.subsumes(guess, rival)) {
        table.recycle(guess);
        return;
      }
    }
    for (int i = 0; i < count; i++) {
      Guess rival = table.guess(table.foundSlot(i));
      if (subsumption.subsumes(guess, rival)) {
        table.remove(rival); // also if they are equal: the later access is the nearer one
      }
    }
    add(partition, guess);
  }
}
