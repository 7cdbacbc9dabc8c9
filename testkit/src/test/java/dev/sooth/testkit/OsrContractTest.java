package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * OSR differs from the other classes in one thing: a lock that only one thread uses is not without
 * effect. The optimistic closure releases it if it can, and so takes in more of that thread than is
 * needed; see docs/osr.md. Padding a trace with such locks can therefore take races away.
 */
class OsrContractTest extends DetectorContractTest {
  private static final int TRACES = 1_500;

  @Override
  protected Engine engine() {
    return Engines.OSR;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return OsrOracle.races(trace);
  }

  @Override
  protected Expectation expectedOnLonger(Trace trace) {
    return Expectation.exactly(NaiveOsr.races(trace));
  }

  @Test
  @Override
  @DisplayName("eventsWithoutEffectAddNoRace()")
  void eventsWithoutEffectDoNotMatter() {
    forAll(
        (trace, random) -> {
          Transformed padded = Transformed.padded(trace, random);
          NavigableSet<Pair> before = padded.map(pairs(trace));
          NavigableSet<Pair> after = pairs(padded.trace());
          return before.containsAll(after) && after.equals(NaiveOsr.races(padded.trace()))
              ? null
              : "padded to %s: %s, was %s".formatted(Traces.toLine(padded.trace()), after, before);
        });
  }

  @Test
  @Override
  void streamedIsTheSameAsLoaded() {
    forAll(
        (trace, random) -> {
          String plain =
              streamed(
                  trace,
                  () -> OddBatches.pipe(trace, random),
                  () -> RelevantSource.of(OddBatches.file(trace, random), false));
          return plain != null
              ? plain
              : streamed(trace, () -> RelevantSource.of(OddBatches.file(trace, random), true));
        });
  }

  @SafeVarargs
  private final String streamed(Trace loaded, Supplier<TraceSource>... sources) {
    for (Supplier<TraceSource> source : sources) {
      for (Pairs pairs : Pairs.values()) {
        NavigableSet<Pair> expected = EngineRun.pairs(EngineRun.races(engine(), loaded, pairs));
        NavigableSet<Pair> actual =
            EngineRun.pairs(EngineRun.races(engine(), source.get(), pairs, Stop.NEVER));
        // Ids differ, and with them which first access is found.
        boolean same =
            pairs == Pairs.ALL
                ? actual.equals(expected)
                : EngineRun.seconds(actual).equals(EngineRun.seconds(expected));
        if (!same) {
          return "%s, streamed %s, loaded %s".formatted(pairs, actual, expected);
        }
      }
    }
    return null;
  }

  private NavigableSet<Pair> pairs(Trace trace) {
    return EngineRun.pairs(EngineRun.races(engine(), trace, Pairs.ALL));
  }

  private void forAll(Property property) {
    ContendedTraces random = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(engine().id(), TRACES, random::next, property::violation);
    MutatedTraces mutated =
        new MutatedTraces(
            Golden.lines().stream().map(Golden.Line::trace).toList(), 15, RandomCheck.seed());
    RandomCheck.forAll(engine().id(), TRACES, mutated::next, property::violation);
  }

  /** As {@link RandomCheck.Property}, for lambdas of this class. */
  private interface Property {
    String violation(Trace trace, Random random);
  }
}
