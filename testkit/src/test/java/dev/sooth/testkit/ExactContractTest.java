package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.Set;
import java.util.TreeSet;

class ExactContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.EXACT;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.predictable(trace);
  }

  /** All reorderings are too many there; the races of lesser classes are predictable, too. */
  @Override
  protected Expectation expectedOnLonger(Trace trace) {
    Set<Pair> least = new TreeSet<>(NaiveOsr.races(trace));
    least.addAll(SyncPOracle.racesByClosure(trace));
    return Expectation.atLeast(least);
  }
}
