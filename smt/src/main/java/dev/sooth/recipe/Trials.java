package dev.sooth.recipe;

import dev.sooth.detect.Stop;
import dev.sooth.recipe.Candidates.Candidate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Executions that are tried one after another: threads go on by turns, each on the way to which the
 * values lead that it has read so far, until two of them stand before accesses that race. Nothing
 * is asked, so that ways can be followed that are too many or too long for a formula; what is not
 * found so is not refuted.
 *
 * <p>Orders are those of the trace, or those of ranks given by chance, with some changes: before an
 * access a thread has to wait until nobody else can go on (after the schedulers of Burckhardt et
 * al., ASPLOS 2010, and Emmi et al., POPL 2011).
 */
final class Trials {
  private static final int MOST = 4_000;
  private static final int AT_LEAST = 300;
  private static final int MOST_CHANGES = 4;
  private static final int MOST_ROUNDS = 3;

  /** As many more as were needed for the last find, times this. */
  private static final int PATIENCE = 3;

  private static final double LATE = 1e15; // after all positions

  private final Window window;
  private final Run run;
  private final LongPredicate known;
  private final Predicate<Schedule> found;
  private final Stop stop;
  private final Random random = new Random(1); // the same in each analysis
  private final Set<Candidate> refused = new HashSet<>();
  private int lastFind;
  private int count;

  /**
   * Looks for races of lines that are not known.
   *
   * @param found takes a schedule that leads to a race; false if that is not confirmed
   */
  Trials(Window window, Level level, LongPredicate known, Predicate<Schedule> found, Stop stop) {
    this.window = window;
    this.known = known;
    this.found = found;
    this.stop = stop;
    run = new Run(window, level);
  }

  /** Goes on until nothing was found for long; returns how many executions were tried. */
  int all() {
    int accesses = 0;
    int shared = -1;
    // On other ways threads come to variables that nobody has shared before.
    for (int round = 0; round < MOST_ROUNDS && run.countShared() > shared && goesOn(); round++) {
      shared = run.countShared();
      accesses = tryOne(false, new int[0]);
      int step = Math.max(1, accesses / AT_LEAST);
      for (int change = 0; change < accesses && goesOn(); change += step) {
        tryOne(false, new int[] {change});
      }
    }
    lastFind = Math.max(lastFind, count / PATIENCE); // these were no matter of chance
    while (count < Math.max(AT_LEAST, (1 + PATIENCE) * lastFind) && goesOn()) {
      int[] changes = new int[1 + random.nextInt(MOST_CHANGES)];
      // Some changes are close to each other: what two threads do at the same place.
      int range = random.nextBoolean() ? accesses : Math.min(accesses, 30);
      int from = random.nextInt(1 + accesses - range);
      for (int i = 0; i < changes.length; i++) {
        changes[i] = from + random.nextInt(1 + range);
      }
      Arrays.sort(changes);
      tryOne(random.nextBoolean(), changes);
    }
    return count;
  }

  private boolean goesOn() {
    return count < MOST && !stop.now();
  }

  /** Executes once; returns how many accesses there were that others could see. */
  private int tryOne(boolean byChance, int[] changes) {
    count++;
    run.begin();
    double[] ranks = new double[run.threads()];
    for (int i = 0; byChance && i < ranks.length; i++) {
      ranks[i] = random.nextDouble();
    }
    int accesses = 0;
    int done = 0;
    for (int thread = pick(ranks, byChance); thread >= 0; thread = pick(ranks, byChance)) {
      if (run.next(thread).isPlain() && run.isShared(thread)) {
        boolean waits = false;
        for (; done < changes.length && changes[done] <= accesses; done++) {
          waits = true;
        }
        accesses++;
        if (waits) {
          ranks[thread] += LATE * (done + 1);
          continue;
        }
      }
      run.execute(thread);
      look(thread);
    }
    return accesses;
  }

  private int pick(double[] ranks, boolean byChance) {
    int best = -1;
    double least = 0;
    for (int thread = 0; thread < ranks.length; thread++) {
      if (run.canGoOn(thread)) {
        double rank = ranks[thread] + (byChance ? 0 : run.time(thread));
        if (best < 0 || rank < least) {
          best = thread;
          least = rank;
        }
      }
    }
    return best;
  }

  /** Whether what this thread does next races with what another does next. */
  private void look(int thread) {
    Node next = run.next(thread);
    if (next == null || !next.isPlain()) {
      return;
    }
    for (int other = 0; other < run.threads(); other++) {
      Node second = other == thread ? null : run.next(other);
      if (second != null
          && second.isPlain()
          && second.target == next.target
          && (second.isWrite() || next.isWrite())) {
        Candidate race = new Candidate(next, second);
        if (!known.test(race.pair()) && !refused.contains(race)) {
          prove(race);
        }
      }
    }
  }

  private void prove(Candidate race) {
    List<Node> needed = run.needed(race.first(), race.second());
    if (found.test(new Schedule(window, needed, race.first(), race.second()))
        || found.test(new Schedule(window, run.order(), race.first(), race.second()))) {
      lastFind = count;
    } else {
      refused.add(race);
    }
  }
}
