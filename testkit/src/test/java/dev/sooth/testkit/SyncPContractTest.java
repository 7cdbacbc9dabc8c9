package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.Set;

class SyncPContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.SYNCP;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.syncp(trace);
  }

  @Override
  protected Expectation expectedOnLonger(Trace trace) {
    return Expectation.exactly(SyncPOracle.racesByClosure(trace));
  }
}
