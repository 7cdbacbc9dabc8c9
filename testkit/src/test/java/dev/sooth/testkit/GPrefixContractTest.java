package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.prefix.PrefixOptions;
import dev.sooth.trace.Trace;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Granular prefix races without heuristics, of grains that need not be contiguous. {@link
 * GPrefixCompleteTest} has those of the definition.
 */
class GPrefixContractTest extends DetectorContractTest {
  /**
   * Pairs beyond the golden ones: the grain that shows them is not contiguous in any maximal
   * suffix, which Def. 5.4 asks for and soundness does not (docs/prefix.md).
   */
  private static final Map<String, Pair> SCATTERED =
      Map.of("g249", new Pair(3, 10), "g317", new Pair(2, 10));

  private Engine engine = Engines.GPREFIX.with(PrefixOptions.anyGrains());

  /**
   * With the default heuristics: the loop that asks is the same, and all pairs of a quarter of a
   * million events are too many guesses otherwise.
   */
  @Test
  @Override
  void stopIsAskedOftenAndObeyed() {
    engine = Engines.GPREFIX;
    super.stopIsAskedOftenAndObeyed();
  }

  /**
   * With grains that are sections: those of any shape take more memory than there is, and with the
   * default limit of states races are lost, which the sync-preserving ones must not be.
   */
  @Test
  @Override
  void longerTracesAgreeWithTheOracle() {
    engine = Engines.GPREFIX.with(PrefixOptions.defaults().withStates(0));
    super.longerTracesAgreeWithTheOracle();
  }

  @Override
  protected Engine engine() {
    return engine;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.gprefix(trace);
  }

  /** With a prefix and no grain they are the sync-preserving races. */
  @Override
  protected Expectation expectedOnLonger(Trace trace) {
    return Expectation.atLeast(SyncPOracle.racesByClosure(trace));
  }

  @Override
  protected Optional<NavigableSet<Pair>> golden(Golden.Line line) {
    Optional<NavigableSet<Pair>> golden = line.pairs("gprefix");
    Pair more = SCATTERED.get(line.id());
    if (more != null) {
      golden.orElseThrow().add(more);
    }
    return golden;
  }
}
