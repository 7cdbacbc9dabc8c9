package dev.sooth.detect.prefix;

import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.StreamingDetector;
import dev.sooth.detect.Workers;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.Optional;

/**
 * Prefix races and granular prefix races ([Ang25] Def. 3.1 and 5.4) in one pass and constant space,
 * unless grains are to be contiguous, which needs the trace ({@link ContiguousGrains}). Guarantee:
 * every report is a race; without heuristics, all of the class are found. Time and space are those
 * of {@link LazyAutomaton}, or of {@link AnyGrainAutomaton} for grains of any shape.
 *
 * <p>The variables are shared out to several automata, which need nothing of each other and read
 * each run of events at the same time. Their reports are merged by second access at the end of the
 * run, so the output does not depend on how many there are.
 */
public final class PrefixDetector extends StreamingDetector {
  /** Most events between two merges: a race is reported so many events after it was found. */
  private static final int LONGEST_RUN = 4096;

  /** The same for grains of any shape, whose guesses can multiply within some tens of events. */
  private static final int LONGEST_RUN_ANY = 64;

  /** About how many steps of guesses a run may take, so that it ends soon when asked to stop. */
  private static final long RUN_STEPS = 1 << 23;

  private final PrefixOptions options;
  private long mostStates;
  private TraceNames names;
  private RaceSink sink;
  private Automaton[] automata;
  private Reports reports;
  private Workers crew;
  private String remark;

  public PrefixDetector(PrefixOptions options) {
    this.options = options;
  }

  /** The detector of prefix races, which are the sync-preserving ones. */
  public static PrefixDetector prefixRaces(int workers) {
    return new PrefixDetector(new PrefixOptions(Grains.NONE, 0, 0, workers));
  }

  /** The most guesses that were alive after any event; a sum of such numbers over all automata. */
  public long mostStates() {
    return mostStates;
  }

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    if (options.grains() == Grains.CONTIGUOUS) {
      runToTheLetter(Trace.load(source), pairs, sink, stop);
    } else {
      super.run(source, pairs, sink, stop);
    }
  }

  private void runToTheLetter(Trace trace, Pairs pairs, RaceSink sink, Stop stop)
      throws IOException {
    if (trace.size() > ContiguousGrains.LONGEST) {
      remark =
          "races of grains that are not contiguous were not sorted out: the trace has more than "
              + ContiguousGrains.LONGEST
              + " events";
      super.run(trace, pairs, sink, stop);
      return;
    }
    ContiguousGrains contiguous = new ContiguousGrains(trace, stop);
    super.run(trace, Pairs.ALL, contiguous.before(sink, pairs), stop);
    if (contiguous.undecided() > 0) {
      remark =
          "of %d races it was not found out whether their grains can be contiguous"
              .formatted(contiguous.undecided());
    }
  }

  @Override
  public Optional<String> remark() {
    return Optional.ofNullable(remark);
  }

  @Override
  public void begin(TraceNames behindIds, Pairs pairs, RaceSink races, Stop stop) {
    names = behindIds;
    sink = races;
    automata = new Automaton[options.workers()];
    reports = new Reports(automata.length, pairs == Pairs.ALL);
    for (int share = 0; share < automata.length; share++) {
      automata[share] = automaton(pairs == Pairs.ALL, share);
    }
    crew = new Workers(automata.length, stop);
  }

  @Override
  public void accept(EventBatch batch) {
    for (Automaton automaton : automata) {
      automaton.makeRoom(names);
    }
    int from = batch.from;
    while (from < batch.to && !crew.isStopped()) {
      int to = Math.min(batch.to, from + runLength());
      if (process(batch, from, to)) {
        mostStates = mostStates(automata);
        reports.passOn(earliestPending(), sink);
      }
      from = to;
    }
  }

  @Override
  protected boolean isStopped(Stop stop) {
    return crew.isStopped();
  }

  @Override
  public void end() {
    if (!crew.isStopped()) {
      reports.passOn(Long.MAX_VALUE, sink);
    }
  }

  private Automaton automaton(boolean all, int share) {
    return switch (options.grains()) {
      case NONE, SECTION -> LazyAutomaton.forShare(options, all, share, options.workers());
      case ANY, CONTIGUOUS -> AnyGrainAutomaton.forShare(options, all, share, options.workers());
    };
  }

  private long earliestPending() {
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

  private int runLength() {
    long states = 0;
    for (Automaton automaton : automata) {
      states += automaton.liveStates();
    }
    int longest = options.isOfAnyShape() ? LONGEST_RUN_ANY : LONGEST_RUN;
    return (int) Math.max(1, Math.min(longest, RUN_STEPS / Math.max(1, states)));
  }

  /** Lets all automata take these events; false if they gave up because they were stopped. */
  private boolean process(EventBatch batch, int from, int to) {
    crew.forEach(
        automata.length,
        (worker, share) -> {
          try {
            automata[share].process(batch, from, to, reports.of(share), crew::isStopped);
          } catch (GivenUpException e) {
            crew.stop();
          }
        });
    return !crew.isStopped();
  }
}
