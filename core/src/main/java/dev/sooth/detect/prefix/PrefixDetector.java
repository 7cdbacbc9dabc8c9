package dev.sooth.detect.prefix;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.order.automaton.FirstAccess;
import dev.sooth.race.RaceList;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Prefix races and granular prefix races ([Ang25] Def. 3.1 and 5.4) in one pass and constant space.
 * Guarantee: every report is a race; without heuristics, all of the class are found. Time O(events
 * · states), see {@link PrefixAutomaton}.
 *
 * <p>The variables are shared out to several automata, which need nothing of each other and read
 * each run of events at the same time. Their reports are merged by second access at the end of the
 * run, so the output does not depend on how many there are.
 */
public final class PrefixDetector implements Detector {
  /** Most events between two merges: a race is reported so many events after it was found. */
  private static final int LONGEST_RUN = 4096;

  /** About how many steps of guesses a run may take, so that it ends soon when asked to stop. */
  private static final long RUN_STEPS = 1 << 23;

  private final PrefixOptions options;
  private long mostStates;

  public PrefixDetector(PrefixOptions options) {
    this.options = options;
  }

  /** The detector of prefix races, which are the sync-preserving ones. */
  public static PrefixDetector prefixRaces() {
    return new PrefixDetector(
        new PrefixOptions(Grains.NONE, 0, 0, PrefixOptions.defaults().workers()));
  }

  /** The detector of granular prefix races with the current {@link PrefixOptions#defaults()}. */
  public static PrefixDetector granularPrefixRaces() {
    return new PrefixDetector(PrefixOptions.defaults());
  }

  /** The most guesses that were alive at the beginning of a run of events, over all automata. */
  public long mostStates() {
    return mostStates;
  }

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    PrefixAutomaton[] automata = new PrefixAutomaton[options.workers()];
    RaceList[] reports = new RaceList[automata.length];
    for (int share = 0; share < automata.length; share++) {
      automata[share] =
          PrefixAutomaton.forShare(options, pairs == Pairs.ALL, share, options.workers());
    }
    EventBatch batch = new EventBatch();
    ExecutorService pool =
        options.workers() == 1 ? null : Executors.newFixedThreadPool(options.workers() - 1);
    try (TraceCursor cursor = source.open()) {
      while (!stop.now() && cursor.next(batch)) {
        for (PrefixAutomaton automaton : automata) {
          automaton.makeRoom(cursor.names());
        }
        int from = batch.from;
        while (from < batch.to) {
          if (from > batch.from && stop.now()) {
            return;
          }
          int to = Math.min(batch.to, from + runLength(automata));
          process(pool, automata, batch, from, to, reports);
          merge(reports, sink);
          from = to;
        }
      }
    } finally {
      if (pool != null) {
        pool.shutdown();
      }
    }
  }

  private int runLength(PrefixAutomaton[] automata) {
    long states = 0;
    for (PrefixAutomaton automaton : automata) {
      states += automaton.liveStates();
    }
    mostStates = Math.max(mostStates, states);
    return (int) Math.max(1, Math.min(LONGEST_RUN, RUN_STEPS / Math.max(1, states)));
  }

  private static void process(
      ExecutorService pool,
      PrefixAutomaton[] automata,
      EventBatch batch,
      int from,
      int to,
      RaceList[] reports) {
    Future<?>[] others = new Future<?>[automata.length];
    for (int share = 1; share < automata.length; share++) {
      PrefixAutomaton automaton = automata[share];
      RaceList races = new RaceList();
      reports[share] = races;
      others[share] = pool.submit(() -> automaton.process(batch, from, to, into(races)));
    }
    reports[0] = new RaceList();
    automata[0].process(batch, from, to, into(reports[0]));
    for (int share = 1; share < others.length; share++) {
      await(others[share]);
    }
  }

  private static PrefixAutomaton.Found into(RaceSink races) {
    return (first, variable, position, kind, thread, location) ->
        report(races, first, variable, position, kind, thread, location);
  }

  private static void report(
      RaceSink races,
      FirstAccess first,
      int variable,
      long position,
      byte kind,
      int thread,
      int location) {
    races.race(
        variable,
        first.position,
        first.kind,
        first.thread,
        first.location,
        position,
        kind,
        thread,
        location);
  }

  private static void await(Future<?> other) {
    boolean interrupted = false;
    while (true) {
      try {
        other.get();
        break;
      } catch (InterruptedException e) {
        interrupted = true; // the others still read the batch: only the end of the run is safe
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Passes the reports on by second access; all pairs of one are in the same list. */
  private static void merge(RaceList[] reports, RaceSink sink) {
    int[] next = new int[reports.length];
    while (true) {
      int earliest = -1;
      for (int i = 0; i < next.length; i++) {
        if (next[i] < reports[i].size()
            && (earliest < 0 || second(reports, i, next) < second(reports, earliest, next))) {
          earliest = i;
        }
      }
      if (earliest < 0) {
        return;
      }
      var race = reports[earliest].get(next[earliest]++);
      sink.race(
          race.variable(),
          race.first().position(),
          race.first().kind(),
          race.first().thread(),
          race.first().location(),
          race.second().position(),
          race.second().kind(),
          race.second().thread(),
          race.second().location());
    }
  }

  private static long second(RaceList[] reports, int list, int[] next) {
    return reports[list].get(next[list]).second().position();
  }
}
