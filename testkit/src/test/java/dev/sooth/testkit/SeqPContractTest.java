package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.trace.Trace;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Prefix races are the sync-preserving ones ([Ang25] Prop. 3.2). */
class SeqPContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.SEQP;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.syncp(trace);
  }

  @Override
  protected Expectation expectedOnLonger(Trace trace) {
    return Expectation.exactly(SyncPOracle.racesByClosure(trace));
  }

  /** Threads that come up one after the other make all tables and guesses grow. */
  @Test
  void longTracesFromAPipeGiveTheSame() {
    ContendedTraces.Shape shape =
        new ContendedTraces.Shape(400, 90, 20, 30, 0.5, 0.3, 0.3, 0.05, 0.05, 0.02, 0.001);
    ContendedTraces traces = new ContendedTraces(shape, RandomCheck.seed());
    RandomCheck.forAll(
        "seqp from a pipe",
        40,
        traces::next,
        (trace, random) -> {
          Set<Pair> loaded =
              EngineRun.pairs(EngineRun.races(engine(), trace, Pairs.FIRST_PER_EVENT));
          Set<Pair> piped =
              EngineRun.pairs(
                  EngineRun.races(
                      engine(), OddBatches.pipe(trace, random), Pairs.FIRST_PER_EVENT, Stop.NEVER));
          return loaded.equals(piped) ? null : "loaded %s, piped %s".formatted(loaded, piped);
        });
  }

  @Override
  protected Optional<NavigableSet<Pair>> golden(Golden.Line line) {
    return line.pairs("syncp");
  }
}
