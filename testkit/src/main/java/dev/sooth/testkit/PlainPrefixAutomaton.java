package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The automaton for granular prefix races without any trick: at each event every role that the
 * rules allow is guessed, and only equal guesses are merged. What the engine saves by branching
 * less and by subsumption is tested against this.
 */
public final class PlainPrefixAutomaton {
  private static final int SETS = 9;
  private static final int GRAIN = 0;
  private static final int OUT = 1;
  private static final int OPEN_IN_PREFIX = 2;
  private static final int OPEN_AT_END = 3;
  private static final int TAKEN_IN_GRAIN = 4;
  private static final int WRITTEN_OUTSIDE_PREFIX = 5;
  private static final int WRITTEN_IN_GRAIN = 6;
  private static final int GRAIN_WRITES = 7;
  private static final int GRAIN_READS_PREFIX = 8;

  /**
   * A guess: the first access or NONE, the second if it came and the prefix could not end there or
   * NONE, and the sets above.
   */
  private record Guess(int first, int second, List<BitSet> sets) {
    boolean has(int set, int id) {
      return sets.get(set).get(id);
    }

    boolean inPrefix(int thread) {
      return !has(GRAIN, thread) && !has(OUT, thread);
    }

    Guess copy(int newFirst) {
      return copy(newFirst, second);
    }

    Guess copy(int newFirst, int newSecond) {
      List<BitSet> copies = new ArrayList<>();
      sets.forEach(set -> copies.add((BitSet) set.clone()));
      return new Guess(newFirst, newSecond, copies);
    }
  }

  private final SmallTrace trace;
  private final BitSet[] held;
  private final NavigableSet<Pair> races = new TreeSet<>();

  private PlainPrefixAutomaton(Trace trace) {
    this.trace = new SmallTrace(trace);
    held = new BitSet[this.trace.threads];
    for (int t = 0; t < held.length; t++) {
      held[t] = new BitSet();
    }
  }

  /** All pairs that some run of the automaton accepts. */
  public static NavigableSet<Pair> races(Trace trace) {
    return new PlainPrefixAutomaton(trace).run();
  }

  private NavigableSet<Pair> run() {
    List<BitSet> empty = new ArrayList<>();
    for (int i = 0; i < SETS; i++) {
      empty.add(new BitSet());
    }
    Set<Guess> guesses = Set.of(new Guess(SmallTrace.NONE, SmallTrace.NONE, empty));
    for (int event = 0; event < trace.size; event++) {
      Set<Guess> next = new LinkedHashSet<>();
      for (Guess guess : guesses) {
        accept(guess, event, next);
        step(guess, event, next);
      }
      guesses = next;
      if (trace.kind[event] == Kind.ACQUIRE) {
        held[trace.thread[event]].set(trace.target[event]);
      } else if (trace.kind[event] == Kind.RELEASE) {
        held[trace.thread[event]].clear(trace.target[event]);
      }
      for (Guess guess : guesses) {
        if (guess.second != SmallTrace.NONE && prefixCanEnd(guess)) {
          races.add(new Pair(guess.first, guess.second));
        }
      }
    }
    return races;
  }

  private void accept(Guess guess, int second, Set<Guess> next) {
    int thread = trace.thread[second];
    if (guess.first == SmallTrace.NONE
        || guess.second != SmallTrace.NONE
        || !trace.canRace(guess.first, second)
        || guess.has(OUT, thread)) {
      return;
    }
    if (prefixCanEnd(guess)) {
      races.add(new Pair(guess.first, second));
    } else if (!guess.inPrefix(thread)
        || !held[thread].intersects(guess.sets.get(TAKEN_IN_GRAIN))) {
      Guess late = guess.copy(guess.first, second);
      stop(late, thread, guess.inPrefix(thread));
      late.sets.get(OUT).or(late.sets.get(GRAIN));
      late.sets.get(GRAIN).clear();
      outEffect(late, second);
      next.add(late);
    }
  }

  private boolean prefixCanEnd(Guess guess) {
    for (int t = 0; t < trace.threads; t++) {
      if (guess.inPrefix(t) && held[t].intersects(guess.sets.get(TAKEN_IN_GRAIN))) {
        return false;
      }
    }
    return true;
  }

  private void step(Guess guess, int event, Set<Guess> next) {
    int thread = trace.thread[event];
    if (guess.has(OUT, thread)) {
      Guess out = guess.copy(guess.first);
      outEffect(out, event);
      next.add(out);
      return;
    }
    boolean inPrefix = guess.inPrefix(thread);
    boolean canLeave = !inPrefix || !held[thread].intersects(guess.sets.get(TAKEN_IN_GRAIN));
    if (inPrefix && prefixAllows(guess, event)) {
      Guess in = guess.copy(guess.first);
      if (trace.isWrite(event)) {
        in.sets.get(WRITTEN_OUTSIDE_PREFIX).clear(trace.target[event]);
        in.sets.get(WRITTEN_IN_GRAIN).clear(trace.target[event]);
      }
      next.add(in);
    }
    if (!canLeave) {
      return;
    }
    if (grainAllows(guess, event)) {
      Guess grain = guess.copy(guess.first);
      if (inPrefix) {
        grain.sets.get(GRAIN).set(thread);
        grain.sets.get(OPEN_IN_PREFIX).or(held[thread]);
      }
      grainEffect(grain, event);
      next.add(grain);
    }
    Guess out = guess.copy(guess.first);
    stop(out, thread, inPrefix);
    outEffect(out, event);
    next.add(out);
    if (guess.first == SmallTrace.NONE && Kind.isPlainAccess(trace.kind[event])) {
      next.add(out.copy(event));
    }
  }

  private void stop(Guess guess, int thread, boolean inPrefix) {
    guess.sets.get(GRAIN).clear(thread);
    guess.sets.get(OUT).set(thread);
    guess.sets.get(OPEN_AT_END).or(held[thread]);
    if (inPrefix) {
      guess.sets.get(OPEN_IN_PREFIX).or(held[thread]);
    }
  }

  private boolean prefixAllows(Guess guess, int event) {
    int target = trace.target[event];
    return switch (trace.kind[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> !guess.has(WRITTEN_OUTSIDE_PREFIX, target);
      case Kind.WRITE, Kind.VOLATILE_WRITE -> !guess.has(GRAIN_READS_PREFIX, target);
      case Kind.ACQUIRE -> !guess.has(OPEN_IN_PREFIX, target);
      case Kind.JOIN -> guess.inPrefix(target);
      default -> true;
    };
  }

  private boolean grainAllows(Guess guess, int event) {
    int target = trace.target[event];
    if (guess.second != SmallTrace.NONE) {
      return false; // the grain has all that it needs
    }
    if (guess.first != SmallTrace.NONE && trace.conflict(guess.first, event)) {
      return false; // it would lie between the two accesses
    }
    return switch (trace.kind[event]) {
      case Kind.READ, Kind.VOLATILE_READ ->
          guess.has(WRITTEN_IN_GRAIN, target) || readsPrefix(guess, target);
      case Kind.ACQUIRE -> !guess.has(OPEN_AT_END, target);
      case Kind.JOIN -> !guess.has(OUT, target);
      default -> true;
    };
  }

  private static boolean readsPrefix(Guess guess, int variable) {
    return !guess.has(WRITTEN_OUTSIDE_PREFIX, variable) && !guess.has(GRAIN_WRITES, variable);
  }

  private void grainEffect(Guess guess, int event) {
    int target = trace.target[event];
    switch (trace.kind[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (!guess.has(WRITTEN_IN_GRAIN, target)) {
          guess.sets.get(GRAIN_READS_PREFIX).set(target);
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> {
        guess.sets.get(WRITTEN_OUTSIDE_PREFIX).set(target);
        guess.sets.get(WRITTEN_IN_GRAIN).set(target);
        guess.sets.get(GRAIN_WRITES).set(target);
      }
      case Kind.ACQUIRE -> guess.sets.get(TAKEN_IN_GRAIN).set(target);
      case Kind.FORK -> guess.sets.get(GRAIN).set(target);
      default -> {}
    }
  }

  private void outEffect(Guess guess, int event) {
    int target = trace.target[event];
    if (trace.isWrite(event)) {
      guess.sets.get(WRITTEN_OUTSIDE_PREFIX).set(target);
      guess.sets.get(WRITTEN_IN_GRAIN).clear(target);
    } else if (trace.kind[event] == Kind.FORK) {
      guess.sets.get(OUT).set(target);
    }
  }
}
