package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.prefix.PrefixOptions;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import org.junit.jupiter.api.Test;

/**
 * Granular prefix races to the letter of their definition. They depend on the order in which
 * independent events were written down ({@link GPrefixDefinitionTest}), so this is not the whole
 * contract of {@link DetectorContractTest}, which the engine passes with grains of any shape.
 */
class GPrefixCompleteTest {
  private static final double MOST_CHOICES = 3e5; // of the oracle

  private static final Engine COMPLETE = Engines.GPREFIX.with(PrefixOptions.complete());

  @Test
  void goldenTracesGiveTheGoldenPairs() {
    int compared = 0;
    for (Golden.Line line : Golden.lines()) {
      if (line.pairs("gprefix").isPresent()) {
        assertThat(difference(line.trace(), line.pairs("gprefix").get()))
            .as("%s: %s", line.id(), Traces.toLine(line.trace()))
            .isNull();
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(200);
  }

  @Test
  void randomTracesAgreeWithTheOracle() {
    ContendedTraces.Shape shape =
        new ContendedTraces.Shape(12, 3, 2, 2, 0.6, 0.4, 0.3, 0.1, 0.05, 0.05, 0.05);
    ContendedTraces traces = new ContendedTraces(shape, RandomCheck.seed());
    RandomCheck.forAll(
        "gprefix --complete", 5000, traces::next, (trace, random) -> agreesIfShort(trace));
  }

  @Test
  void neighboursOfTheGoldenTracesAgreeWithTheOracle() {
    List<Trace> golden = new ArrayList<>();
    Golden.lines().forEach(line -> golden.add(line.trace()));
    MutatedTraces traces = new MutatedTraces(golden, 13, RandomCheck.seed());
    RandomCheck.forAll(
        "gprefix --complete", 5000, traces::next, (trace, random) -> agreesIfShort(trace));
  }

  /** The letter looks at all events, so the filter must not take any from it. */
  @Test
  void neitherNamesNorTheFilterMatter() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(
        "gprefix --complete",
        500,
        traces::next,
        (trace, random) -> {
          NavigableSet<Pair> found = found(trace, Pairs.ALL);
          Transformed renamed = Transformed.renamed(trace, random);
          String violation = difference(renamed.trace(), renamed.map(found));
          return violation == null ? difference(trace.filtered(), found) : violation;
        });
  }

  @Test
  void aFileIsTheSameAsATraceInMemory() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(
        "gprefix --complete",
        300,
        traces::next,
        (trace, random) ->
            EngineRun.pairs(
                        EngineRun.races(
                            COMPLETE, OddBatches.file(trace, random), Pairs.ALL, Stop.NEVER))
                    .equals(found(trace, Pairs.ALL))
                ? null
                : "differ");
  }

  /** What cannot be searched for contiguous grains is reported: it is a race all the same. */
  @Test
  void aLongTraceKeepsWhatAnyGrainsShow() {
    Trace g249 = golden("g249");
    String local = ", T3 w(own)".repeat(300);
    Trace longer = Traces.of(Traces.toLine(g249) + local);
    assertThat(found(g249, Pairs.ALL)).doesNotContain(new Pair(3, 10));
    assertThat(found(longer, Pairs.ALL)).contains(new Pair(3, 10));
  }

  private static Trace golden(String id) {
    return Golden.lines().stream()
        .filter(line -> line.id().equals(id))
        .findFirst()
        .orElseThrow()
        .trace();
  }

  private static String agreesIfShort(Trace trace) {
    return GPrefixOracle.choices(trace) > MOST_CHOICES
        ? null
        : difference(trace, GPrefixOracle.races(trace));
  }

  private static String difference(Trace trace, NavigableSet<Pair> expected) {
    NavigableSet<Pair> all = found(trace, Pairs.ALL);
    if (!all.equals(expected)) {
      return "expected %s, actual %s".formatted(expected, all);
    }
    NavigableSet<Pair> one = found(trace, Pairs.FIRST_PER_EVENT);
    return all.containsAll(one) && EngineRun.seconds(one).equals(EngineRun.seconds(all))
        ? null
        : "all pairs %s, one for each second access %s".formatted(all, one);
  }

  private static NavigableSet<Pair> found(Trace trace, Pairs pairs) {
    return EngineRun.pairs(EngineRun.races(COMPLETE, trace, pairs));
  }
}
