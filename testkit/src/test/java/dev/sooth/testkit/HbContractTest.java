package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.Optional;
import java.util.Set;

class HbContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.HB;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.hb(trace);
  }

  @Override
  protected Optional<Set<Pair>> expectedOnLonger(Trace trace) {
    return Optional.of(Oracle.hb(trace));
  }
}
