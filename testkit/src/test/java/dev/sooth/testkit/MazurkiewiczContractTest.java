package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;

class MazurkiewiczContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.M;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.m(trace);
  }

  @Override
  protected Optional<NavigableSet<Pair>> golden(Golden.Line line) {
    return line.pairs("mrace");
  }
}
