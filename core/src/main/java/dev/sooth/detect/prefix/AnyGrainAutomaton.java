package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.ObjectArrayList;
import dev.sooth.detect.Stop;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;
import java.util.Arrays;

/**
 * The automaton of [Ang25] section 6.2 for grains of any shape, run over a trace for some of its
 * variables: all guesses of a prefix, a grain and a first access that are still possible, without
 * those that another one subsumes. A second access races with the first access of each guess in
 * which its thread is not out.
 *
 * <p>Guesses branch only where it can matter (docs/prefix.md): a thread leaves the prefix before an
 * acquire or a write, or when it must, and goes out before an acquire, in the grain also before an
 * access, or when it must.
 *
 * <p>Time O(states) an event, memory O(states), which is bounded by threads, locks and variables
 * and does not grow with the trace. Departs from the paper: prefix events may come while a grain is
 * open, one grain stands for both, grains need not be contiguous, and e1 and e2 are not in them.
 */
final class AnyGrainAutomaton implements Automaton {
  private static final int NOBODY = -1;
  private static final long STEPS_BETWEEN_QUESTIONS = 1 << 20; // milliseconds of comparing

  private final PrefixOptions options;
  private final boolean all;
  private final int share;
  private final int shares;
  private final long onlyFirst; // position of the one first access to look at, or -1
  private final GrainStep grainStep;

  private StateLayout layout = StateLayout.smallest();
  private final Antichain base = new Antichain();
  private final Antichain pending = new Antichain(); // their prefix has still to give locks back
  private Partition[] byVariable = new Partition[16];
  private final ObjectArrayList<Partition> partitions = new ObjectArrayList<>();

  private long[][] held = new long[8][1]; // by thread: the locks it holds, as a set
  private long[] heldByAny = new long[1];
  private int[] holder = new int[8];
  private long[] busy = new long[1]; // the threads that hold locks
  private long[] known = new long[1]; // the threads that were seen or forked
  private long[] lastWrites = new long[16]; // by variable: position, -1 before the first

  /**
   * The guesses for one variable.
   *
   * @param asleep those in which all known threads are out
   */
  private record Partition(int variable, Antichain awake, Antichain asleep) {}

  // The current step.
  private Found found;
  private Stop giveUp = Stop.NEVER;
  private long worked;
  private long position;

  private PackedState accepted;
  private long mostStates;

  private AnyGrainAutomaton(
      PrefixOptions options, boolean all, int share, int shares, long onlyFirst) {
    this.options = options;
    this.all = all;
    this.share = share;
    this.shares = shares;
    this.onlyFirst = onlyFirst;
    grainStep =
        new GrainStep(options.grainSize() == 0 ? Integer.MAX_VALUE : options.grainSize() - 1);
    base.add(PackedState.initial(layout));
    Arrays.fill(holder, NOBODY);
    Arrays.fill(lastWrites, -1);
  }

  /**
   * An automaton for the variables whose id is {@code share} modulo {@code shares}.
   *
   * @param all whether every first access of a second one is asked for, and not only one
   */
  static AnyGrainAutomaton forShare(PrefixOptions options, boolean all, int share, int shares) {
    return new AnyGrainAutomaton(options, all, share, shares, -1);
  }

  /** An automaton for one first access, whose guesses remember where threads stop. */
  static AnyGrainAutomaton forFirst(PrefixOptions options, long first, int threads) {
    AnyGrainAutomaton automaton = new AnyGrainAutomaton(options, false, 0, 1, first);
    automaton.base.get(0).rememberCuts(threads);
    return automaton;
  }

  /** The guess that showed the last race. */
  PackedState accepted() {
    return accepted;
  }

  @Override
  public long mostStates() {
    return mostStates;
  }

  @Override
  public long liveStates() {
    long live = (long) base.size() + pending.size();
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      live += partition.awake.size() + partition.asleep.size();
    }
    return live;
  }

  @Override
  public void makeRoom(TraceNames names) {
    int threads = names.threads().size();
    int locks = names.locks().size();
    int variables = names.variables().size();
    StateLayout larger = layout.withRoom(threads, locks, variables);
    if (larger != layout) {
      base.move(layout, larger);
      pending.move(layout, larger);
      for (int i = 0; i < partitions.size(); i++) {
        Partition partition = partitions.get(i);
        partition.awake.move(layout, larger);
        partition.asleep.move(layout, larger);
      }
      layout = larger;
      known = Arrays.copyOf(known, layout.threadWords());
      busy = Arrays.copyOf(busy, layout.threadWords());
      heldByAny = Arrays.copyOf(heldByAny, layout.lockWords());
      for (int t = 0; t < held.length; t++) {
        held[t] = Arrays.copyOf(held[t], layout.lockWords());
      }
    }
    if (threads > held.length) {
      int old = held.length;
      held = Arrays.copyOf(held, Math.max(threads, 2 * old));
      for (int t = old; t < held.length; t++) {
        held[t] = new long[layout.lockWords()];
      }
    }
    if (locks > holder.length) {
      int old = holder.length;
      holder = Arrays.copyOf(holder, Math.max(locks, 2 * old));
      Arrays.fill(holder, old, holder.length, NOBODY);
    }
    if (variables > byVariable.length) {
      int old = byVariable.length;
      byVariable = Arrays.copyOf(byVariable, Math.max(variables, 2 * old));
      lastWrites = Arrays.copyOf(lastWrites, byVariable.length);
      Arrays.fill(lastWrites, old, lastWrites.length, -1);
    }
  }

  @Override
  public void process(EventBatch batch, int from, int to, Found races, Stop giveUp) {
    found = races;
    this.giveUp = giveUp;
    for (int i = from; i < to; i++) {
      byte kind = batch.kind[i];
      if (kind != Kind.NOP && kind != Kind.BEGIN && kind != Kind.END) {
        position = batch.base + i;
        event(kind, batch.thread[i], batch.target[i], batch.location[i]);
        mostStates = Math.max(mostStates, liveStates());
      }
    }
  }

  private void event(byte kind, int thread, int target, int location) {
    meet(thread);
    if (kind == Kind.RELEASE) {
      release(thread, target);
    }
    if (pending.size() > 0) {
      stepPending(kind, thread, target);
    }
    if (Kind.isPlainAccess(kind) && target % shares == share) {
      compare(kind, thread, target, location);
      if (onlyFirst < 0 || onlyFirst == position) {
        chooseFirst(kind, thread, target, location);
      }
    }
    switch (kind) {
      case Kind.RELEASE -> {
        if (options.grainSize() == 0) {
          reduce(base);
          return; // a release changes no guess
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrites[target] = position;
      case Kind.FORK -> known[target >>> 6] |= 1L << target;
      default -> {}
    }
    if (onlyFirst < 0 || position <= onlyFirst) {
      step(base, NOBODY, kind, thread, target);
    }
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      if (partition.awake.size() > 0) {
        step(partition.awake, partition.variable, kind, thread, target);
        boolean mayHaveNew = partition.variable == target;
        if (mayHaveNew || grainStep.anyStopped()) {
          sleep(partition);
        }
      }
    }
    if (kind == Kind.ACQUIRE) {
      acquire(thread, target);
    }
    tidy(base);
    tidy(pending);
    for (int i = 0; i < partitions.size(); i++) {
      tidy(partitions.get(i).awake);
    }
  }

  /** Wakes the sleeping guesses if the thread is new and nobody forked it: it may do anything. */
  private void meet(int thread) {
    if ((known[thread >>> 6] & (1L << thread)) != 0) {
      return;
    }
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      partition.asleep.refresh(layout, known, lastWrites, position);
      partition.asleep.moveTo(partition.awake);
    }
    known[thread >>> 6] |= 1L << thread;
  }

  private void sleep(Partition partition) {
    partition.awake.sleep(partition.asleep, layout, known, position);
    if (partition.asleep.isDue()) {
      partition.asleep.refresh(layout, known, lastWrites, position);
      reduce(partition.asleep);
    }
    if (options.states() > 0) {
      partition.asleep.limit(options.states());
    }
  }

  private void acquire(int thread, int lock) {
    held[thread][lock >>> 6] |= 1L << lock;
    heldByAny[lock >>> 6] |= 1L << lock;
    holder[lock] = thread;
    busy[thread >>> 6] |= 1L << thread;
  }

  private void release(int thread, int lock) {
    held[thread][lock >>> 6] &= ~(1L << lock);
    heldByAny[lock >>> 6] &= ~(1L << lock);
    holder[lock] = NOBODY;
    for (long word : held[thread]) {
      if (word != 0) {
        return;
      }
    }
    busy[thread >>> 6] &= ~(1L << thread);
  }

  private void reduce(Antichain chain) {
    if (chain.size() > 1) {
      chain.reduce(layout, busy, all && chain != base, this::work);
    }
  }

  /** Counts work, and asks after much of it whether to give up: one event can take hours. */
  private void work(long steps) {
    worked += steps;
    if (worked >= STEPS_BETWEEN_QUESTIONS) {
      worked = 0;
      if (giveUp.now()) {
        throw new GivenUpException();
      }
    }
  }

  /** Reports the first accesses with which this second access races. */
  private void compare(byte kind, int thread, int variable, int location) {
    if (byVariable[variable] == null) {
      return;
    }
    Antichain candidates = byVariable[variable].awake;
    SecondAccess second = new SecondAccess(variable, position, kind, thread, location);
    PackedState latest = null;
    boolean anyLate = false;
    for (int i = 0; i < candidates.size(); i++) {
      PackedState state = candidates.get(i);
      if ((kind == Kind.WRITE || state.first.kind == Kind.WRITE) && !state.isOut(layout, thread)) {
        if (!isPossible(state)) {
          anyLate = true;
        } else if (all) {
          report(state, second);
        } else if (latest == null || state.first.position > latest.first.position) {
          latest = state;
        }
      }
    }
    if (latest != null) {
      report(latest, second);
    }
    if (anyLate && (all || latest == null)) {
      waitForLocks(candidates, second);
    }
  }

  private void report(PackedState state, SecondAccess second) {
    accepted = state;
    if (all) {
      state.first.forEach(
          first -> {
            if (second.addReported(first.position)) {
              found.race(first, second, position);
            }
          });
    } else if (second.addReported(state.first.position)) {
      found.race(state.first, second, position);
    }
  }

  /**
   * Keeps the guesses that show a race with this access as soon as threads of the prefix have given
   * back the locks that the grain acquired. Nothing else of Def. 5.4 asks for events after e2.
   */
  private void waitForLocks(Antichain candidates, SecondAccess second) {
    int thread = second.thread;
    for (int i = 0; i < candidates.size(); i++) {
      PackedState state = candidates.get(i);
      if ((second.kind != Kind.WRITE && state.first.kind != Kind.WRITE)
          || state.isOut(layout, thread)
          || isPossible(state)
          || !(state.isInGrain(layout, thread) || state.canLeave(layout, held[thread]))) {
        continue;
      }
      PackedState late = state.copy();
      late.second = second;
      late.stop(layout, thread, held[thread], position, false);
      late.closeGrain(layout, position);
      if (second.kind == Kind.WRITE) {
        late.writeOutside(layout, second.variable);
      }
      pending.add(late);
    }
    if (options.states() > 0) {
      limitPending(second.variable);
    }
  }

  /** Drops the guesses with the earliest second accesses to a variable that are too many. */
  private void limitPending(int variable) {
    int excess = -options.states();
    for (int i = 0; i < pending.size(); i++) {
      excess += pending.get(i).second.variable == variable ? 1 : 0;
    }
    for (int i = 0; i < pending.size() && excess > 0; i++) {
      if (pending.get(i).second.variable == variable) {
        pending.kill(i);
        excess--;
      }
    }
    pending.removeDead();
  }

  private void stepPending(byte kind, int thread, int target) {
    step(pending, NOBODY, kind, thread, target);
    boolean anyDone = false;
    for (int i = 0; i < pending.size(); i++) {
      PackedState state = pending.get(i);
      if (isPossible(state) && (all || !state.second.isReported())) {
        report(state, state.second);
        anyDone = true;
      }
    }
    if (anyDone) {
      for (int i = 0; i < pending.size(); i++) {
        PackedState state = pending.get(i);
        if (isPossible(state) || (!all && state.second.isReported())) {
          pending.kill(i);
        }
      }
      pending.removeDead();
    }
  }

  /** The position of the earliest second access that waits for locks; the largest long if none. */
  @Override
  public long earliestPending() {
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i < pending.size(); i++) {
      earliest = Math.min(earliest, pending.get(i).second.position);
    }
    return earliest;
  }

  /** Whether the prefix may end here: it must not keep a lock that the grain acquired. */
  private boolean isPossible(PackedState state) {
    for (int word = 0; word < layout.lockWords(); word++) {
      long both = state.takenAnd(layout, heldByAny, word);
      while (both != 0) {
        int owner = holder[(word << 6) + Long.numberOfTrailingZeros(both)];
        if (!state.isOut(layout, owner) && !state.isInGrain(layout, owner)) {
          return false;
        }
        both &= both - 1;
      }
    }
    return true;
  }

  private void chooseFirst(byte kind, int thread, int variable, int location) {
    FirstAccess first = null;
    for (int i = 0; i < base.size(); i++) {
      PackedState state = base.get(i);
      boolean inGrain = state.isInGrain(layout, thread);
      boolean possible = inGrain || state.canLeave(layout, held[thread]);
      if (!possible || state.isOut(layout, thread)) {
        continue;
      }
      if (first == null) {
        first = new FirstAccess(position, kind, thread, location);
      }
      PackedState chosen = state.copy();
      chosen.first = first;
      chosen.grainSize = 0;
      chosen.stop(layout, thread, held[thread], position, true);
      partition(variable).awake.add(chosen);
    }
  }

  private Partition partition(int variable) {
    Partition partition = byVariable[variable];
    if (partition == null) {
      partition = new Partition(variable, new Antichain(), new Antichain());
      byVariable[variable] = partition;
      partitions.add(partition);
    }
    return partition;
  }

  /** Advances all guesses of one antichain. */
  private void step(Antichain chain, int variable, byte kind, int thread, int target) {
    grainStep.begin(layout, held, position, chain, variable, chain != pending);
    int size = chain.size();
    work(size);
    boolean alive = true;
    for (int i = 0; i < size; i++) {
      if (!grainStep.advance(chain.get(i), kind, thread, target)) {
        chain.kill(i);
        alive = false;
      }
    }
    if (!alive) {
      chain.removeDead();
    }
  }

  /** Removes what is subsumed or too much; only between events, when it is known who holds what. */
  private void tidy(Antichain chain) {
    if (chain.isDue()) {
      reduce(chain);
    }
    if (chain != base
        && chain != pending
        && options.states() > 0
        && chain.size() > options.states()) {
      reduce(chain);
      chain.limit(options.states());
    }
  }
}
