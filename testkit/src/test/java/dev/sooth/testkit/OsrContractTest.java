package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Proofs;
import dev.sooth.detect.Stop;
import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceSource;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * OSR differs from the other classes in one thing: a lock that only one thread uses is not without
 * effect. The optimistic closure releases it if it can, and so takes in more of that thread than is
 * needed; see docs/osr.md. The filter, which removes such locks, can therefore only add races.
 */
class OsrContractTest extends DetectorContractTest {
  private static final int TRACES = 1_500;

  @Override
  protected Engine engine() {
    return Engine.OSR;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return OsrOracle.races(trace);
  }

  @Override
  protected Optional<Set<Pair>> expectedOnLonger(Trace trace) {
    return Optional.of(NaiveOsr.races(trace));
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
  @DisplayName("theFilterOnlyAddsRacesAndTheyAreProved()")
  void theFilterDoesNotMatter() {
    forAll(
        (trace, random) -> {
          Trace padded = Transformed.padded(trace, random).trace();
          NavigableSet<Pair> plain = pairs(padded);
          NavigableSet<Pair> filtered = pairs(padded.filtered());
          if (!filtered.containsAll(plain) || !filtered.equals(NaiveOsr.races(blanked(padded)))) {
            return "%s, filtered %s".formatted(plain, filtered);
          }
          Proofs proofs = new Proofs(engine(), padded.filtered());
          for (Race race : EngineRun.races(engine(), padded.filtered(), Pairs.ALL)) {
            if (!isProved(padded, race, proofs)) {
              return race + " is not proved on the whole trace";
            }
          }
          return null;
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
              : streamed(
                  trace.filtered(),
                  () -> OddBatches.pipe(trace.filtered(), random),
                  () -> RelevantSource.of(OddBatches.file(trace, random), true));
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

  private boolean isProved(Trace trace, Race race, Proofs proofs) {
    return proofs.prove(race) instanceof Proof.Verified verified
        && WitnessDefinition.holds(
            trace,
            Math.toIntExact(race.first().position()),
            Math.toIntExact(race.second().position()),
            verified.witness().schedule());
  }

  private NavigableSet<Pair> pairs(Trace trace) {
    return EngineRun.pairs(EngineRun.races(engine(), trace, Pairs.ALL));
  }

  /** The trace that has as its input what the filter leaves. */
  private static Trace blanked(Trace trace) {
    TraceBuilder builder = new TraceBuilder(trace.name(), trace.names());
    byte[] kinds = trace.filtered().relevantKinds();
    for (int i = 0; i < trace.size(); i++) {
      builder.add(kinds[i], trace.thread(i), trace.target(i), trace.location(i));
    }
    return builder.build();
  }

  private void forAll(Property property) {
    RandomTraces random = new RandomTraces(RandomTraces.Shape.small(), RandomCheck.seed());
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
