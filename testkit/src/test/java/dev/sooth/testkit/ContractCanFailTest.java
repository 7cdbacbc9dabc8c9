package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The contract tells the classes of races apart: an engine of one fails that of another. */
class ContractCanFailTest {
  @Test
  void onGoldenTraces() {
    assertThatThrownBy(() -> contract(Engines.HB, Oracle::shb).goldenTracesGiveTheGoldenPairs())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("all pairs: expected [");
  }

  @Test
  void onAllSmallTraces() {
    assertThatThrownBy(() -> contract(Engines.HB, Oracle::wcp).allSmallTracesAgreeWithTheOracle())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("all pairs: expected [");
  }

  @Test
  void onRandomTraces() {
    assertThatThrownBy(() -> contract(Engines.SHB, Oracle::syncp).randomTracesAgreeWithTheOracle())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed " + RandomCheck.seed())
        .hasMessageContaining("all pairs: expected [");
    assertThatThrownBy(
            () -> contract(Engines.SYNCP, Oracle::predictable).randomTracesAgreeWithTheOracle())
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void onLongerTraces() {
    assertThatThrownBy(() -> contract(Engines.HB, Oracle::shb).longerTracesAgreeWithTheOracle())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("all pairs: expected [");
  }

  /** Where only a part of what must be found is known: too little, and what is not proved. */
  @Test
  void onLongerTracesWithALeast() {
    assertThatThrownBy(
            () ->
                contract(Engines.SHB, Oracle::predictable, SyncPOracle::racesByClosure)
                    .longerTracesAgreeWithTheOracle())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("at least [");
    assertThatThrownBy(
            () ->
                contract(Engines.HB, Oracle::predictable, trace -> Set.of())
                    .longerTracesAgreeWithTheOracle())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("is no proof of");
  }

  private static DetectorContractTest contract(
      Engine engine, Function<Trace, ? extends Set<Pair>> definition) {
    return contract(engine, definition, null);
  }

  private static DetectorContractTest contract(
      Engine engine,
      Function<Trace, ? extends Set<Pair>> definition,
      Function<Trace, ? extends Set<Pair>> least) {
    return new DetectorContractTest() {
      @Override
      protected Engine engine() {
        return engine;
      }

      @Override
      protected Set<Pair> expected(Trace trace) {
        return definition.apply(trace);
      }

      @Override
      protected Expectation expectedOnLonger(Trace trace) {
        return least == null
            ? super.expectedOnLonger(trace)
            : Expectation.atLeast(least.apply(trace));
      }
    };
  }
}
