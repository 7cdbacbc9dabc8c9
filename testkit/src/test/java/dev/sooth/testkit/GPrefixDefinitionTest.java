package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.prefix.Grains;
import dev.sooth.detect.prefix.PrefixDetector;
import dev.sooth.detect.prefix.PrefixOptions;
import dev.sooth.race.Race;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The definitions of granular prefix races agree with each other where they should. */
class GPrefixDefinitionTest {
  private static final ContendedTraces.Shape TINY =
      new ContendedTraces.Shape(11, 3, 2, 2, 0.6, 0.4, 0.3, 0.1, 0.05, 0, 0.05);

  @Test
  void theLetterOfTheDefinitionGivesTheGoldenPairs() {
    int compared = 0;
    for (Golden.Line line : Golden.lines()) {
      if (line.pairs("gprefix").isPresent() && GPrefixOracle.choices(line.trace()) < 3e5) {
        assertThat(GPrefixOracle.races(line.trace()))
            .as("%s: %s", line.id(), Traces.toLine(line.trace()))
            .isEqualTo(line.pairs("gprefix").get());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(200);
  }

  /** Why the contract is for grains of any shape: swapping events 8 and 9 changes the letter. */
  @Test
  void theLetterDependsOnTheOrderOfIndependentEvents() {
    String before =
        "T2 w(x), T1 acq(l), T1 r(z), T1 w(x), T1 w(z), T1 rel(l), T2 acq(l), T2 rel(l), ";
    Pair pair = new Pair(3, 10);
    Trace asGolden = Traces.of(before + "T2 w(z), T1 w(x), T2 w(x), T1 acq(l), T1 rel(l)");
    Trace swapped = Traces.of(before + "T1 w(x), T2 w(z), T2 w(x), T1 acq(l), T1 rel(l)");
    assertThat(GPrefixOracle.races(asGolden)).doesNotContain(pair);
    assertThat(GPrefixOracle.races(swapped)).contains(pair);
    for (Trace trace : List.of(asGolden, swapped)) {
      assertThat(pairs(run(PrefixOptions.anyGrains(), trace, Pairs.ALL))).contains(pair);
      assertThat(Oracle.predictable(trace)).contains(pair);
    }
  }

  /** The default reports nothing beyond the letter. */
  @Test
  void sectionsAreInTheClassByTheLetter() {
    forTinyTraces(
        300,
        (trace, random) -> {
          NavigableSet<Pair> letter = GPrefixOracle.races(trace);
          NavigableSet<Pair> found = pairs(run(PrefixOptions.defaults(), trace, Pairs.ALL));
          return letter.containsAll(found)
              ? null
              : "sections %s, letter %s".formatted(found, letter);
        });
  }

  @Test
  void grainsThatNeedNotBeContiguousAreOneGrainAfterThePrefix() {
    forTinyTraces(
        400,
        (trace, random) ->
            difference(
                GPrefixOracle.racesOfAnyGrains(trace), GPrefixOracle.racesByReordering(trace)));
  }

  @Test
  void theyLieBetweenTheLetterAndWhatIsPredictable() {
    forTinyTraces(
        300,
        (trace, random) -> {
          NavigableSet<Pair> races = GPrefixOracle.racesByReordering(trace);
          if (!races.containsAll(GPrefixOracle.races(trace))
              || !races.containsAll(Oracle.syncp(trace))
              || !Oracle.predictable(trace).containsAll(races)) {
            return "letter %s, syncp %s, ours %s, predictable %s"
                .formatted(
                    GPrefixOracle.races(trace),
                    Oracle.syncp(trace),
                    races,
                    Oracle.predictable(trace));
          }
          return null;
        });
  }

  /** The prefix that shows it has to go on after the second access. */
  @Test
  void aLockThatIsReleasedAfterTheSecondAccessIsFoundThen() {
    Trace trace =
        Traces.of("T1 acq(l), T1 w(x), T1 rel(l), T3 acq(l), T3 w(y), T2 r(y), T2 w(x), T3 rel(l)");
    Pair late = new Pair(1, 6);
    assertThat(GPrefixOracle.races(trace)).contains(late);
    for (PrefixOptions options :
        List.of(PrefixOptions.complete(), PrefixOptions.anyGrains(), PrefixOptions.defaults())) {
      assertThat(pairs(run(options, trace, Pairs.ALL))).contains(late);
    }
  }

  @Test
  void branchingLessAndSubsumptionLoseNothing() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(
        "plain automaton",
        1500,
        traces::next,
        (trace, random) ->
            difference(
                PlainPrefixAutomaton.races(trace),
                pairs(run(PrefixOptions.anyGrains(), trace, Pairs.ALL))));
  }

  @Test
  void sectionsGiveAllRacesOfTheirShape() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(
        "sections",
        3000,
        traces::next,
        (trace, random) -> {
          int size = random.nextInt(3) == 0 ? 2 + random.nextInt(4) : 0;
          return difference(
              GPrefixOracle.racesOfSections(trace, size == 0 ? Integer.MAX_VALUE : size),
              pairs(run(new PrefixOptions(Grains.SECTION, size, 0, 1), trace, Pairs.ALL)));
        });
  }

  @Test
  void everyHeuristicIsSoundAndAtLeastSeqP() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(
        "heuristics",
        1500,
        traces::next,
        (trace, random) -> {
          NavigableSet<Pair> most = Oracle.gprefix(trace);
          NavigableSet<Pair> least = Oracle.syncp(trace);
          for (Grains grains : List.of(Grains.SECTION, Grains.ANY)) {
            PrefixOptions options =
                new PrefixOptions(grains, random.nextInt(6), 0, 1 + random.nextInt(3));
            NavigableSet<Pair> found = pairs(run(options, trace, Pairs.ALL));
            if (!most.containsAll(found) || !found.containsAll(least)) {
              return "%s: %s, syncp %s, gprefix %s".formatted(options, found, least, most);
            }
          }
          return null;
        });
  }

  @Test
  void theReportsDoNotDependOnTheNumberOfWorkers() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(
        "workers",
        500,
        traces::next,
        (trace, random) -> {
          for (int states : new int[] {0, 1, 3}) {
            Grains grains = random.nextBoolean() ? Grains.ANY : Grains.SECTION;
            PrefixOptions options = new PrefixOptions(grains, 0, states, 1);
            List<Race> one = run(options, trace, Pairs.FIRST_PER_EVENT);
            List<Race> three = run(options.withThreads(3), trace, Pairs.FIRST_PER_EVENT);
            if (!one.equals(three)) {
              return "one worker %s, three workers %s".formatted(one, three);
            }
          }
          return null;
        });
  }

  /** Many guesses a variable, so that their places in memory differ. */
  @Test
  void neitherDoThoseOfLongTraces() {
    ContendedTraces.Shape shape =
        new ContendedTraces.Shape(600, 8, 6, 6, 0.3, 0.5, 0.3, 0, 0.05, 0, 0.002);
    ContendedTraces traces = new ContendedTraces(shape, RandomCheck.seed());
    RandomCheck.forAll(
        "workers on longer traces",
        25,
        traces::next,
        (trace, random) -> {
          PrefixOptions options = new PrefixOptions(Grains.SECTION, 0, random.nextInt(20), 1);
          List<Race> one = run(options, trace, Pairs.FIRST_PER_EVENT);
          List<Race> three = run(options.withThreads(3), trace, Pairs.FIRST_PER_EVENT);
          return one.equals(three) ? null : "%s: one %s, three %s".formatted(options, one, three);
        });
  }

  /** Guesses multiply in the middle of a run of events, and in one event. */
  @Test
  @Timeout(60)
  void stopIsObeyedWhileGuessesMultiply() {
    Trace trace = neighboursUnderOneLock(14, 30);
    for (int workers : new int[] {1, 2}) {
      long end = System.nanoTime() + 100_000_000;
      boolean[] stopped = new boolean[1];
      run(
          PrefixOptions.anyGrains().withThreads(workers),
          trace,
          Pairs.FIRST_PER_EVENT,
          () -> {
            assertThat(stopped[0]).as("asked again after a yes").isFalse();
            stopped[0] = System.nanoTime() > end;
            return stopped[0];
          });
      assertThat(stopped[0]).as("the trace is long enough").isTrue();
    }
  }

  /** All that a section read must not be copied at each of its accesses. */
  @Test
  @Timeout(60)
  void aLongSectionCostsNoSquare() {
    TraceBuilder builder = new TraceBuilder("long section", TraceNames.empty());
    builder.add(Kind.ACQUIRE, "T1", "l", "a");
    for (int i = 0; i < 100_000; i++) {
      builder.add(Kind.READ, "T1", "x" + i, "b");
      builder.add(Kind.WRITE, "T1", "y" + i, "c");
    }
    builder.add(Kind.RELEASE, "T1", "l", "d");
    builder.add(Kind.WRITE, "T2", "x7", "e");
    Trace trace = builder.build();
    assertThat(pairs(run(PrefixOptions.defaults(), trace, Pairs.ALL)))
        .containsExactly(new Pair(15, 200_002));
  }

  /** Threads in a ring, each of which writes its variable and its neighbour's in a section. */
  private static Trace neighboursUnderOneLock(int threads, int rounds) {
    TraceBuilder builder = new TraceBuilder("ring", TraceNames.empty());
    for (int i = 0; i < threads * rounds; i++) {
      String thread = "T" + i % threads;
      builder.add(Kind.ACQUIRE, thread, "l", "a");
      builder.add(Kind.READ, thread, "x" + i % threads, "b");
      builder.add(Kind.WRITE, thread, "x" + i % threads, "c");
      builder.add(Kind.WRITE, thread, "x" + (i + 1) % threads, "d");
      builder.add(Kind.RELEASE, thread, "l", "e");
    }
    return builder.build();
  }

  private static void forTinyTraces(int count, RandomCheck.Property property) {
    ContendedTraces traces = new ContendedTraces(TINY, RandomCheck.seed());
    RandomCheck.forAll("definitions", count, traces::next, property);
  }

  private static String difference(NavigableSet<Pair> expected, NavigableSet<Pair> actual) {
    return expected.equals(actual) ? null : "expected %s, actual %s".formatted(expected, actual);
  }

  private static List<Race> run(PrefixOptions options, Trace trace, Pairs pairs) {
    return run(options, trace, pairs, Stop.NEVER);
  }

  private static List<Race> run(PrefixOptions options, Trace trace, Pairs pairs, Stop stop) {
    RaceList races = new RaceList();
    try {
      new PrefixDetector(options).run(trace, pairs, races, stop);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Race> list = new ArrayList<>();
    for (int i = 0; i < races.size(); i++) {
      list.add(races.get(i));
    }
    return list;
  }

  private static NavigableSet<Pair> pairs(List<Race> races) {
    NavigableSet<Pair> pairs = new TreeSet<>();
    for (Race race : races) {
      pairs.add(new Pair((int) race.first().position(), (int) race.second().position()));
    }
    return pairs;
  }
}
