package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.trace.Trace;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;

/** Prefix races are the sync-preserving ones ([Ang25] Prop. 3.2). */
class SeqPContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engine.SEQP;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.syncp(trace);
  }

  @Override
  protected Optional<Set<Pair>> expectedOnLonger(Trace trace) {
    return Optional.of(SyncPOracle.racesByClosure(trace));
  }

  @Override
  protected Optional<NavigableSet<Pair>> golden(Golden.Line line) {
    return line.pairs("syncp");
  }
}
