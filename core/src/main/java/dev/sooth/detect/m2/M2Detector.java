package dev.sooth.detect.m2;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.order.solver.ConflictingPairs;
import dev.sooth.order.solver.ReorderingSearch;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import java.io.IOException;

/**
 * Races in one fixed set of events a pair [M2-20]: the causal cones of both accesses, in which
 * every section of a third thread is closed. If the set holds neither access and can be ordered,
 * they race. Guarantee: every report is a race; with two threads the set is the only possible one,
 * and all races are found.
 *
 * <p>Departs from the paper in how the set is ordered: the paper saturates it and then linearises
 * greedily, and gives up when that fails; here {@link ReorderingSearch} decides. So this reports
 * what the paper's algorithm reports and a little more, and is not polynomial at worst. A section
 * that is never released, or on a lock that no other thread takes, stays open.
 */
public final class M2Detector implements Detector {
  private static final int POLL = 1 << 10;

  private Trace trace;
  private ReorderingSearch search;
  private Pairs pairs;
  private RaceSink sink;
  private Stop stop;
  private boolean stopped;
  private int shown;

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    trace = Trace.load(source);
    this.pairs = pairs;
    this.sink = sink;
    this.stop = stop;
    if (isStopped()) {
      return;
    }
    TraceIndex index = new TraceIndex(trace);
    search = new ReorderingSearch(index);
    ConflictingPairs conflicts = new ConflictingPairs(index);
    for (int i = 0; i < trace.size() && !stopped; i++) {
      if (i % POLL == 0 && isStopped()) {
        return;
      }
      if (conflicts.advance(i)) {
        conflicts.visit(i, this::goesOnAfter);
      }
    }
  }

  private boolean goesOnAfter(int first, int second) {
    boolean race =
        search.runOnFixedSet(first, second, this::isStopped) == ReorderingSearch.Outcome.FOUND;
    if (race) {
      report(first, second);
    }
    if (++shown % POLL == 0 && isStopped()) {
      return false;
    }
    return !stopped && !(race && pairs == Pairs.FIRST_PER_EVENT);
  }

  /** Does not ask again once the answer was yes. */
  private boolean isStopped() {
    stopped = stopped || stop.now();
    return stopped;
  }

  private void report(int first, int second) {
    sink.race(trace, first, second);
  }
}
