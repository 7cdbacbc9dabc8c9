package dev.sooth.detect.exact;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.order.solver.ConflictingPairs;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.RaceSink;
import dev.sooth.race.Verdict;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import java.io.IOException;

/**
 * All predictable races ([LICS20]): every conflicting pair is decided, so what is not reported is
 * no race. Guarantee: sound and complete, if it is not stopped before its end.
 *
 * <p>The cheap answers come first: cones, common locks, and a sync-preserving witness; in the mode
 * {@link Pairs#FIRST_PER_EVENT} they are asked for all earlier accesses before the complete search
 * is asked for any. Cost: the pairs that are left, each by {@link ExactDecision}: NP-hard, on
 * recorded traces mostly a few executions of the cone. There is no budget here; {@link Portfolio}
 * has one.
 */
public final class ExactDetector implements Detector {
  private static final int POLL = 1 << 12;

  private Trace trace;
  private RaceSink sink;
  private Pairs pairs;
  private Latch stop;
  private SyncPreservingClosure.Query query;
  private ExactDecision decider;
  private boolean found;
  private int shown;

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    this.trace = Trace.load(source);
    this.pairs = pairs;
    this.sink = sink;
    this.stop = new Latch(stop);
    if (this.stop.now()) {
      return;
    }
    TraceIndex index = new TraceIndex(trace);
    query = new SyncPreservingClosure(trace, index.sections()).newQuery();
    decider = new ExactDecision(index);
    ConflictingPairs conflicts = new ConflictingPairs(index);
    for (int i = 0; i < trace.size(); i++) {
      if (i % POLL == 0 && this.stop.now()) {
        return;
      }
      if (conflicts.advance(i)) {
        found = false;
        if (pairs == Pairs.FIRST_PER_EVENT) {
          conflicts.visit(i, this::cheap);
        }
        if (!found) {
          conflicts.visit(i, this::complete);
        }
        if (this.stop.stopped) {
          return;
        }
      }
    }
  }

  private boolean cheap(int first, int second) {
    if (!query.bothCanBeNext(first, second)) {
      return mayGoOn();
    }
    report(first, second);
    return false;
  }

  private boolean complete(int first, int second) {
    // In the other mode it has been asked already.
    if ((pairs == Pairs.ALL && query.bothCanBeNext(first, second))
        || decider.decide(first, second, Long.MAX_VALUE, stop::now) instanceof Verdict.Race) {
      report(first, second);
    }
    return mayGoOn() && !(found && pairs == Pairs.FIRST_PER_EVENT);
  }

  private boolean mayGoOn() {
    boolean ask = ++shown % POLL == 0;
    return !stop.stopped && !(ask && stop.now());
  }

  private void report(int first, int second) {
    found = true;
    sink.race(trace, first, second);
  }

  /** Does not ask again once the answer was yes. */
  private static final class Latch implements Stop {
    private final Stop stop;
    private boolean stopped;

    Latch(Stop stop) {
      this.stop = stop;
    }

    @Override
    public boolean now() {
      stopped = stopped || stop.now();
      return stopped;
    }
  }
}
