package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Proofs;
import dev.sooth.detect.Stop;
import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.trace.Kind;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * The contract that every engine passes. Extend it, name the engine, and say by definition what it
 * must find; nothing else is needed.
 *
 * <p>Set the system property {@code sooth.seed} to run it with other random traces.
 */
public abstract class DetectorContractTest {
  private static final int RANDOM_TRACES = 10_000;
  private static final int TRANSFORMED_TRACES = 2_500;
  private static final int LONGER_TRACES = 60;
  private static final int STOP_INTERVAL = 65_536;

  protected abstract Engine engine();

  /** All pairs that the engine must report on this small trace, by definition. */
  protected abstract Set<Pair> expected(Trace trace);

  /**
   * The same for traces of some hundred events. Where the definition takes too long for them, say
   * what of it can be had in less time: another form of it, or races that must be among the others.
   */
  protected Expectation expectedOnLonger(Trace trace) {
    return Expectation.exactly(expected(trace));
  }

  /** The golden pairs of the engine's class; nothing if they were not computed for the line. */
  protected Optional<NavigableSet<Pair>> golden(Golden.Line line) {
    return line.pairs(engine().id());
  }

  @BeforeEach
  void printSeed(TestInfo test) {
    System.out.printf(
        "contract of %s, %s: seed %d%n", engine().id(), test.getDisplayName(), RandomCheck.seed());
  }

  @Test
  void goldenTracesGiveTheGoldenPairs() {
    for (Golden.Line line : Golden.lines()) {
      Optional<NavigableSet<Pair>> golden = golden(line);
      if (golden.isPresent()) {
        check("golden " + line.id(), line.trace(), (t, random) -> agrees(t, expected(t)));
        if (agrees(line.trace(), golden.get()) != null) {
          throw new AssertionError(
              "golden %s: %s".formatted(line.id(), agrees(line.trace(), golden.get())));
        }
      }
    }
  }

  @Test
  void allSmallTracesAgreeWithTheOracle() {
    for (AllTraces.Alphabet alphabet : AllTraces.small()) {
      AllTraces.forEach(
          alphabet, trace -> check("all traces", trace, (t, random) -> agrees(t, expected(t))));
    }
  }

  @Test
  void randomTracesAgreeWithTheOracle() {
    forRandomTraces(RANDOM_TRACES, (trace, random) -> agrees(trace, expected(trace)));
  }

  @Test
  void longerTracesAgreeWithTheOracle() {
    // Many threads, locks and variables: tables grow, and clocks change their representation.
    ContendedTraces.Shape shape =
        new ContendedTraces.Shape(400, 90, 70, 80, 0.5, 0.3, 0.3, 0.05, 0.05, 0.02, 0.001);
    ContendedTraces traces = new ContendedTraces(shape, RandomCheck.seed());
    RandomCheck.forAll(
        engine().id() + " on longer traces",
        LONGER_TRACES,
        traces::next,
        (trace, random) -> {
          Expectation expected = expectedOnLonger(trace);
          return expected.whole()
              ? agrees(trace, expected.pairs())
              : agreesAtLeast(trace, expected.pairs());
        });
  }

  @Test
  void twoRunsReportTheSame() {
    forRandomTraces(
        TRANSFORMED_TRACES,
        (trace, random) -> {
          for (Pairs pairs : Pairs.values()) {
            List<Race> once = EngineRun.races(engine(), trace, pairs);
            List<Race> again = EngineRun.races(engine(), trace, pairs);
            if (!once.equals(again)) {
              return "once " + once + ", then " + again;
            }
          }
          return null;
        });
  }

  @Test
  void namesAndIdsDoNotMatter() {
    forRandomTraces(
        TRANSFORMED_TRACES,
        (trace, random) -> sameAfter(trace, Transformed.renamed(trace, random)));
  }

  @Test
  void orderOfIndependentEventsDoesNotMatter() {
    forRandomTraces(
        TRANSFORMED_TRACES,
        (trace, random) -> sameAfter(trace, Transformed.permuted(trace, random)));
  }

  @Test
  void eventsWithoutEffectDoNotMatter() {
    forRandomTraces(
        TRANSFORMED_TRACES, (trace, random) -> sameAfter(trace, Transformed.padded(trace, random)));
  }

  @Test
  void theFilterDoesNotMatter() {
    forRandomTraces(
        TRANSFORMED_TRACES,
        (trace, random) -> {
          Trace padded = Transformed.padded(trace, random).trace();
          return on(padded, () -> same(run(padded), run(padded.filtered())));
        });
  }

  @Test
  void streamedIsTheSameAsLoaded() {
    forRandomTraces(
        TRANSFORMED_TRACES,
        (trace, random) -> {
          Report loaded = run(trace);
          // A pipe, a pipe of the relevant events, a file, a file that is filtered while read.
          for (Supplier<TraceSource> source :
              List.<Supplier<TraceSource>>of(
                  () -> OddBatches.pipe(trace, random),
                  () -> OddBatches.pipe(trace.filtered(), random),
                  () -> RelevantSource.of(OddBatches.file(trace, random), false),
                  () -> RelevantSource.of(OddBatches.file(trace, random), true))) {
            String violation = same(loaded, runStreamed(source));
            if (violation != null) {
              return violation;
            }
          }
          return null;
        });
  }

  @Test
  void whatIsProvedIsPredictable() {
    forRandomTraces(
        TRANSFORMED_TRACES,
        (original, random) -> {
          Trace trace =
              random.nextBoolean() ? original : Transformed.padded(original, random).trace();
          return on(trace, () -> unprovedRace(trace));
        });
  }

  @Test
  void aStoppedRunReportsAPrefix() {
    forRandomTraces(
        TRANSFORMED_TRACES / 5,
        (trace, random) -> {
          for (Pairs pairs : Pairs.values()) {
            List<Race> all = EngineRun.races(engine(), trace, pairs);
            int[] asked = {random.nextInt(3)};
            List<Race> some = EngineRun.races(engine(), trace, pairs, () -> asked[0]-- <= 0);
            if (some.size() > all.size() || !all.subList(0, some.size()).equals(some)) {
              return "stopped " + some + ", whole " + all;
            }
          }
          return null;
        });
  }

  @Test
  void stopIsAskedOftenAndObeyed() {
    int events = 4 * STOP_INTERVAL;
    Trace trace = pingPong(events);
    for (Pairs pairs : Pairs.values()) {
      int[] asked = {0};
      List<Race> all =
          EngineRun.races(
              engine(),
              trace,
              pairs,
              () -> {
                asked[0]++;
                return false;
              });
      if (asked[0] < events / STOP_INTERVAL) {
        throw new AssertionError(
            "stop was asked %d times in %d events, %s".formatted(asked[0], events, pairs));
      }
      int[] left = {asked[0] / 2};
      List<Race> some = EngineRun.races(engine(), trace, pairs, () -> left[0]-- <= 0);
      if (left[0] < -2) {
        throw new AssertionError("stop was asked %d times after it said yes".formatted(-left[0]));
      }
      if (some.size() > all.size() || !all.subList(0, some.size()).equals(some)) {
        throw new AssertionError("a stopped run reports what is no prefix, " + pairs);
      }
    }
  }

  /** Two threads that take turns with a lock, and race once in a while. */
  private static Trace pingPong(int events) {
    TraceBuilder builder = new TraceBuilder("ping pong", TraceNames.empty());
    for (int i = 0; builder.size() < events; i++) {
      String thread = "T" + (i & 1);
      String location = "line" + (i & 7);
      builder.add(Kind.ACQUIRE, thread, "l", location);
      builder.add(Kind.WRITE, thread, "shared", location);
      builder.add(Kind.RELEASE, thread, "l", location);
      if (i % 500 < 2) {
        builder.add(Kind.WRITE, thread, "racy" + i / 500, location);
      }
    }
    return builder.build();
  }

  private void check(String what, Trace trace, RandomCheck.Property property) {
    RandomCheck.check(engine().id() + " on " + what, trace, property);
  }

  /** Half of the traces are random, half are neighbours of the golden ones. */
  private void forRandomTraces(int count, RandomCheck.Property property) {
    ContendedTraces random = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    List<Trace> golden = new ArrayList<>();
    Golden.lines().forEach(line -> golden.add(line.trace()));
    MutatedTraces mutated = new MutatedTraces(golden, 15, RandomCheck.seed());
    Supplier<Trace> both =
        new Supplier<>() {
          private boolean turn;

          @Override
          public Trace get() {
            turn = !turn;
            return turn ? random.next() : mutated.next();
          }
        };
    RandomCheck.forAll(engine().id(), count, both, property);
  }

  /** What an engine reports: all pairs, and the second accesses in the other mode. */
  private record Report(NavigableSet<Pair> pairs, NavigableSet<Integer> seconds) {}

  private Report run(Trace trace) {
    NavigableSet<Pair> all = EngineRun.pairs(EngineRun.races(engine(), trace, Pairs.ALL));
    NavigableSet<Pair> first =
        EngineRun.pairs(EngineRun.races(engine(), trace, Pairs.FIRST_PER_EVENT));
    return report(all, first);
  }

  private Report runStreamed(Supplier<TraceSource> source) {
    List<NavigableSet<Pair>> results = new ArrayList<>();
    for (Pairs pairs : List.of(Pairs.ALL, Pairs.FIRST_PER_EVENT)) {
      results.add(EngineRun.pairs(EngineRun.races(engine(), source.get(), pairs, Stop.NEVER)));
    }
    return report(results.get(0), results.get(1));
  }

  private static Report report(NavigableSet<Pair> all, NavigableSet<Pair> first) {
    NavigableSet<Integer> seconds = EngineRun.seconds(first);
    if (seconds.size() != first.size()) {
      throw new AssertionError("more than one pair for a second access: " + first);
    }
    if (!all.containsAll(first)) {
      throw new AssertionError("one for each second access " + first + ", all " + all);
    }
    return new Report(all, seconds);
  }

  private String agrees(Trace trace, Set<Pair> expected) {
    Report report = run(trace);
    if (!report.pairs.equals(expected)) {
      return "all pairs: expected %s, actual %s".formatted(expected, report.pairs);
    }
    NavigableSet<Integer> seconds = EngineRun.seconds(expected);
    return report.seconds.equals(seconds)
        ? null
        : "second accesses: expected %s, actual %s".formatted(seconds, report.seconds);
  }

  /** Beyond these, only what is proved; without a proof an engine could report everything. */
  private String agreesAtLeast(Trace trace, Set<Pair> least) {
    Report report = run(trace);
    if (!report.pairs.containsAll(least)) {
      return "at least %s expected, actual %s".formatted(least, report.pairs);
    }
    NavigableSet<Integer> seconds = EngineRun.seconds(report.pairs);
    if (!report.seconds.equals(seconds)) {
      return "second accesses: %s of all pairs, otherwise %s".formatted(seconds, report.seconds);
    }
    Proofs proofs = new Proofs(engine(), trace);
    for (Race race : EngineRun.races(engine(), trace, Pairs.ALL)) {
      Proof proof = proofs.prove(race);
      if (!(proof instanceof Proof.Verified verified) || !isWitness(trace, race, verified)) {
        return "%s is no proof of %s".formatted(proof, race);
      }
    }
    return null;
  }

  private String sameAfter(Trace trace, Transformed transformed) {
    if (!WellFormed.holds(transformed.trace())) {
      return "the test is wrong: transformed to " + Traces.toLine(transformed.trace());
    }
    NavigableSet<Pair> expected = transformed.map(run(trace).pairs);
    return on(transformed.trace(), () -> agrees(transformed.trace(), expected));
  }

  /** Says which trace, made from another one, the violation or crash is about. */
  private static String on(Trace made, Supplier<String> check) {
    String violation;
    try {
      violation = check.get();
    } catch (AssertionError | RuntimeException e) {
      violation = e.toString();
    }
    return violation == null ? null : "on " + Traces.toLine(made) + ": " + violation;
  }

  private static String same(Report expected, Report actual) {
    return expected.equals(actual) ? null : "expected %s, actual %s".formatted(expected, actual);
  }

  private String unprovedRace(Trace trace) {
    Set<Pair> predictable = Oracle.predictable(trace);
    List<Proofs> proofs =
        List.of(new Proofs(engine(), trace), new Proofs(engine(), trace.filtered()));
    for (Race race : EngineRun.races(engine(), trace, Pairs.ALL)) {
      for (Proofs some : proofs) {
        String violation = proofViolation(trace, race, some.prove(race), predictable);
        if (violation != null) {
          return violation;
        }
      }
    }
    return null;
  }

  private String proofViolation(Trace trace, Race race, Proof proof, Set<Pair> predictable) {
    int first = Math.toIntExact(race.first().position());
    int second = Math.toIntExact(race.second().position());
    if (proof instanceof Proof.Verified verified) {
      if (!isWitness(trace, race, verified)) {
        return "(%d,%d) is proved by %s, which is none".formatted(first, second, proof);
      }
      return predictable.contains(new Pair(first, second))
          ? null
          : "(%d,%d) is proved and not predictable".formatted(first, second);
    }
    return engine().sound() ? "(%d,%d) is not proved: %s".formatted(first, second, proof) : null;
  }

  private static boolean isWitness(Trace trace, Race race, Proof.Verified proof) {
    int first = Math.toIntExact(race.first().position());
    int second = Math.toIntExact(race.second().position());
    return WitnessDefinition.holds(trace, first, second, proof.witness().schedule(trace));
  }
}
