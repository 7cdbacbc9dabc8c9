package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.ObjectArrayList;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.race.RaceFilter;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.BitSet;

/**
 * Whether the grains that show a race can be contiguous, each in a maximal suffix of the prefix, as
 * the letter of [Ang25] Def. 5.4 wants. The automaton does not ask for that, and no bounded state
 * could (docs/prefix.md); this does, by trying all prefixes, suffixes and grains of a short trace.
 *
 * <p>Soundness does not hang on it, so a race stays where the search gives up, after {@value
 * #STEPS_A_PAIR} steps, and is counted. What one section shows is contiguous always, and needs no
 * search.
 */
final class ContiguousGrains {
  /** Longer traces are not searched: there are too many prefixes. */
  static final int LONGEST = 256;

  private static final long STEPS_A_PAIR = 50_000_000;
  private static final long STEPS = 20 * STEPS_A_PAIR;
  private static final long STEPS_BETWEEN_QUESTIONS = 1 << 18;

  private final PrefixWitnesses witnesses;
  private final Replay replay;
  private final Stop stop;
  private boolean stopped;
  private long undecided;
  private long stepsLeft = STEPS; // of all pairs
  private long limit; // what stepsLeft may sink to in this search
  private long nextQuestion = STEPS; // when stepsLeft sinks to that

  // The current search.
  private int first;
  private int second;
  private int[] prefix;
  private final ObjectArrayList<int[]> suffixes = new ObjectArrayList<>();
  private final int[] grains = new int[LONGEST]; // their events, executed in this order
  private int grainSize;

  ContiguousGrains(Trace trace, Stop stop) {
    witnesses = new PrefixWitnesses(trace);
    replay = new Replay(trace);
    this.stop = stop;
  }

  /** How many races were passed on without an answer. */
  long undecided() {
    return undecided;
  }

  /** A sink of all pairs that passes on those that can be shown so, of each second access one. */
  RaceSink before(RaceSink sink, Pairs pairs) {
    return new RaceFilter(sink) {
      private long lastSecond = -1;

      @Override
      protected boolean passes(int variable, long firstPosition, long secondPosition) {
        boolean isPossible =
            (pairs == Pairs.ALL || secondPosition != lastSecond)
                && wants(variable)
                && canShow((int) firstPosition, (int) secondPosition);
        lastSecond = isPossible ? secondPosition : lastSecond;
        return isPossible;
      }
    };
  }

  /** False if the race was shown to be outside the definition, or the run was stopped. */
  private boolean canShow(int firstPosition, int secondPosition) {
    first = firstPosition;
    second = secondPosition;
    if (isStopped()) {
      return false;
    }
    if (witnesses.findWithinSection(first, second).isPresent()) {
      return true;
    }
    limit = Math.max(0, stepsLeft - STEPS_A_PAIR);
    boolean possible = choosePrefix(0);
    undecided += isSpent() && !stopped ? 1 : 0;
    return possible && !stopped;
  }

  /** Asks once more unless the answer was yes. */
  private boolean isStopped() {
    stopped = stopped || stop.now();
    return stopped;
  }

  /** Whether to give up the search. */
  private boolean isSpent() {
    if (stepsLeft <= nextQuestion) {
      nextQuestion = stepsLeft - STEPS_BETWEEN_QUESTIONS;
      isStopped();
    }
    return stopped || stepsLeft <= limit;
  }

  /** Tries all prefixes that have the events so far in common; true as soon as one is right. */
  private boolean choosePrefix(int from) {
    int event = next(from);
    if (event == replay.size) {
      return isRightPrefix();
    }
    if (isSpent()) {
      return true;
    }
    stepsLeft--;
    if (event != first && event != second && replay.execute(event, false)) {
      boolean isRight = choosePrefix(event + 1);
      replay.undo(event);
      if (isRight) {
        return true;
      }
    }
    return choosePrefix(event + 1);
  }

  private int next(int from) {
    int event = from;
    while (event < replay.size && !replay.isNext(event)) {
      event++;
    }
    return event;
  }

  private boolean isRightPrefix() {
    prefix = replay.cut();
    suffixes.clear();
    chooseSuffix(0);
    if (isSpent()) {
      return true;
    }
    ObjectArrayList<int[]> maximal = new ObjectArrayList<>();
    for (int i = 0; i < suffixes.size(); i++) {
      if (isMaximal(suffixes.get(i))) {
        maximal.add(suffixes.get(i));
      }
    }
    for (int i = 0; i < maximal.size(); i++) {
      if (isIn(maximal.get(i), first) && hasRightGrain(maximal.get(i), maximal)) {
        return true;
      }
    }
    return false;
  }

  private boolean isMaximal(int[] suffix) {
    for (int i = 0; i < suffixes.size(); i++) {
      if (suffixes.get(i) != suffix && isWithin(suffix, suffixes.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Collects suffixes, all maximal ones among them: one of these leaves an event out that it could
   * have only for the sake of others, so the event is an acquire or a write.
   */
  private void chooseSuffix(int from) {
    int event = next(from);
    if (event == replay.size || isSpent()) {
      stepsLeft -= 2L * suffixes.size(); // what it takes to find the maximal ones
      suffixes.add(replay.cut());
      return;
    }
    stepsLeft--;
    if (replay.execute(event, true)) {
      chooseSuffix(event + 1);
      replay.undo(event);
      byte kind = replay.kinds[event];
      if (kind != Kind.ACQUIRE && kind != Kind.WRITE && kind != Kind.VOLATILE_WRITE) {
        return;
      }
    }
    chooseSuffix(event + 1);
  }

  private static boolean isWithin(int[] cut, int[] other) {
    for (int t = 0; t < cut.length; t++) {
      if (cut[t] > other[t]) {
        return false;
      }
    }
    return true;
  }

  /** Whether the event is in this suffix, and not in the prefix. */
  private boolean isIn(int[] suffix, int event) {
    int index = replay.indexInThread[event];
    int thread = replay.threads[event];
    return index >= prefix[thread] && index < suffix[thread];
  }

  /** Whether a grain of this suffix with the first access, and one of another, show the race. */
  private boolean hasRightGrain(int[] suffix, ObjectArrayList<int[]> others) {
    for (int from = 0; from <= first; from++) {
      for (int to = first; isIn(suffix, from) && to < second; to++) {
        if (isIn(suffix, to)) {
          boolean isRight = executeGrain(suffix, from, to) && hasRightSecondGrain(to + 1, others);
          undoGrains(0);
          if (isRight || isSpent()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Nothing of the second grain after the second access can help. */
  private boolean hasRightSecondGrain(int earliest, ObjectArrayList<int[]> others) {
    int before = grainSize;
    for (int i = 0; i < others.size(); i++) {
      int[] suffix = others.get(i);
      stepsLeft--;
      for (int from = earliest; isIn(suffix, second) && from <= second; from++) {
        if (isIn(suffix, from)) {
          boolean isRight = executeGrain(suffix, from, second) && areNeighbours();
          undoGrains(before);
          if (isRight || isSpent()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean executeGrain(int[] suffix, int from, int to) {
    for (int event = from; event <= to; event++) {
      stepsLeft--;
      if (isIn(suffix, event)) {
        if (!replay.isNext(event) || !replay.execute(event, true)) {
          return false;
        }
        grains[grainSize++] = event;
      }
    }
    return true;
  }

  private void undoGrains(int downTo) {
    while (grainSize > downTo) {
      replay.undo(grains[--grainSize]);
    }
  }

  /** Whether no event of the grains lies between the two accesses in the dependence order. */
  private boolean areNeighbours() {
    BitSet after = new BitSet(); // what depends on the first access
    for (int i = 0; grains[i] < second; i++) {
      int event = grains[i];
      boolean depends = event > first && replay.dependent(first, event);
      for (int j = 0; j < i && !depends; j++) {
        depends = after.get(j) && replay.dependent(grains[j], event);
      }
      if (depends) {
        if (replay.dependent(event, second)) {
          return false;
        }
        after.set(i);
      }
    }
    return true;
  }
}
