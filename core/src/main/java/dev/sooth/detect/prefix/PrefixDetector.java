package dev.sooth.detect.prefix;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Grains;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Parallelism;
import dev.sooth.detect.PrefixOptions;
import dev.sooth.detect.Stop;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Prefix races and granular prefix races ([Ang25] Def. 3.1 and 5.4) in one pass and constant space.
 * Guarantee: every report is a race; without heuristics, all of the class are found. Time and space
 * are those of {@link LazyAutomaton}, or of {@link AnyGrainAutomaton} for grains of any shape.
 *
 * <p>The variables are shared out to several automata, which need nothing of each other and read
 * each run of events at the same time. Their reports are merged by second access at the end of the
 * run, so the output does not depend on how many there are.
 */
public final class PrefixDetector implements Detector {
  /** Most events between two merges: a race is reported so many events after it was found. */
  private static final int LONGEST_RUN = 4096;

  /** The same for grains of any shape, whose guesses can multiply within some tens of events. */
  private static final int LONGEST_RUN_ANY = 64;

  /** About how many steps of guesses a run may take, so that it ends soon when asked to stop. */
  private static final long RUN_STEPS = 1 << 23;

  /** How often it is asked whether to stop, while other threads work. */
  private static final long QUESTION_MILLIS = 50;

  private final PrefixOptions options;
  private long mostStates;

  public PrefixDetector(PrefixOptions options) {
    this.options = options;
  }

  /** The detector of prefix races, which are the sync-preserving ones. */
  public static PrefixDetector prefixRaces() {
    return new PrefixDetector(new PrefixOptions(Grains.NONE, 0, 0, Parallelism.threads()));
  }

  /** The detector of granular prefix races with the current {@link PrefixOptions}. */
  public static PrefixDetector granularPrefixRaces() {
    return new PrefixDetector(PrefixOptions.current());
  }

  /** The most guesses that were alive after any event; a sum of such numbers over all automata. */
  public long mostStates() {
    return mostStates;
  }

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    if (options.grains() == Grains.CONTIGUOUS) {
      Trace trace = source instanceof Trace loaded ? loaded : Trace.load(source);
      runAutomata(trace, Pairs.ALL, new ContiguousGrains(trace).before(sink, pairs, stop), stop);
    } else {
      runAutomata(source, pairs, sink, stop);
    }
  }

  private void runAutomata(TraceSource source, Pairs pairs, RaceSink sink, Stop stop)
      throws IOException {
    Automaton[] automata = new Automaton[options.workers()];
    Reports reports = new Reports(automata.length, pairs == Pairs.ALL);
    for (int share = 0; share < automata.length; share++) {
      automata[share] = automaton(pairs == Pairs.ALL, share);
    }
    EventBatch batch = new EventBatch();
    ExecutorService pool =
        options.workers() == 1 ? null : Executors.newFixedThreadPool(options.workers() - 1);
    try (TraceCursor cursor = source.open()) {
      while (!stop.now() && cursor.next(batch)) {
        for (Automaton automaton : automata) {
          automaton.makeRoom(cursor.names());
        }
        int from = batch.from;
        while (from < batch.to) {
          if (from > batch.from && stop.now()) {
            return;
          }
          int to = Math.min(batch.to, from + runLength(automata));
          if (!process(pool, automata, batch, from, to, reports, stop)) {
            return;
          }
          mostStates = mostStates(automata);
          reports.passOn(earliestPending(automata), sink);
          from = to;
        }
      }
      if (!stop.now()) {
        reports.passOn(Long.MAX_VALUE, sink);
      }
    } finally {
      if (pool != null) {
        pool.shutdown();
      }
    }
  }

  private Automaton automaton(boolean all, int share) {
    return switch (options.grains()) {
      case NONE, SECTION -> LazyAutomaton.forShare(options, all, share, options.workers());
      case ANY, CONTIGUOUS -> AnyGrainAutomaton.forShare(options, all, share, options.workers());
    };
  }

  private static long earliestPending(Automaton[] automata) {
    long earliest = Long.MAX_VALUE;
    for (Automaton automaton : automata) {
      earliest = Math.min(earliest, automaton.earliestPending());
    }
    return earliest;
  }

  private static long mostStates(Automaton[] automata) {
    long most = 0;
    for (Automaton automaton : automata) {
      most += automaton.mostStates();
    }
    return most;
  }

  private int runLength(Automaton[] automata) {
    long states = 0;
    for (Automaton automaton : automata) {
      states += automaton.liveStates();
    }
    int longest = options.isOfAnyShape() ? LONGEST_RUN_ANY : LONGEST_RUN;
    return (int) Math.max(1, Math.min(longest, RUN_STEPS / Math.max(1, states)));
  }

  /** Lets all automata take these events; false if they gave up because of {@code stop}. */
  private static boolean process(
      ExecutorService pool,
      Automaton[] automata,
      EventBatch batch,
      int from,
      int to,
      Reports reports,
      Stop stop) {
    AtomicBoolean over = new AtomicBoolean();
    Stop asked = // by this thread only, and not again after a yes
        () -> {
          if (!over.get() && stop.now()) {
            over.set(true);
          }
          return over.get();
        };
    Future<?>[] others = new Future<?>[automata.length];
    for (int share = 1; share < automata.length; share++) {
      Automaton automaton = automata[share];
      Automaton.Found found = reports.of(share);
      others[share] = pool.submit(() -> automaton.process(batch, from, to, found, over::get));
    }
    try {
      automata[0].process(batch, from, to, reports.of(0), asked);
    } catch (GivenUpException e) {
      over.set(true);
    }
    for (int share = 1; share < others.length; share++) {
      await(others[share], asked);
    }
    return !over.get();
  }

  private static void await(Future<?> other, Stop stop) {
    boolean interrupted = false;
    while (true) {
      try {
        other.get(QUESTION_MILLIS, TimeUnit.MILLISECONDS);
        break;
      } catch (TimeoutException e) {
        stop.now();
      } catch (InterruptedException e) {
        interrupted = true; // the others still read the batch: only the end of the run is safe
      } catch (ExecutionException e) {
        if (e.getCause() instanceof GivenUpException) {
          break;
        }
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
}
