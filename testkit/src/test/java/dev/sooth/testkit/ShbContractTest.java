package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.Optional;
import java.util.Set;

class ShbContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.SHB;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.shb(trace);
  }

  @Override
  protected Optional<Set<Pair>> expectedOnLonger(Trace trace) {
    return Optional.of(Oracle.shb(trace));
  }
}
