package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Proofs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.osr.OsrDetector;
import dev.sooth.detect.osr.OsrWitnesses;
import dev.sooth.race.OnePerVariable;
import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The OSR engine beyond the contract: the paper's examples and figures, workers, longer traces. */
class OsrTest {
  private static final String FIGURE_1 =
      "t1 w(x), w(y); t2 acq(l), w(a), r(y), rel(l);"
          + " t3 acq(l), w(b), rel(l); t4 r(a), r(b), w(x)";

  @Test
  void figure1IsARaceThatReversesSections() {
    Trace trace = Traces.of(FIGURE_1);
    assertThat(races(trace)).contains(new Pair(0, 11));
    assertThat(Oracle.syncp(trace)).doesNotContain(new Pair(0, 11));
    assertThat(new OsrWitnesses(trace).find(0, 11).orElseThrow().schedule(trace))
        .containsExactly(6, 7, 8, 2, 3, 9, 10); // t3's section before the open one of t2
  }

  /** In the whole trace event 5 lies between 2 and 7; in the closure of some pairs it does not. */
  @Test
  void conflictEdgesAreWithinTheClosure() {
    assertThat(races(Traces.of("T1 acq(l), r(z), w(z), rel(l); T2 acq(l), w(z), rel(l), w(z)")))
        .doesNotContain(new Pair(2, 7));
  }

  @Test
  void anAccessInsideTheClosureDoesNotRace_norace() {
    assertThat(races(Traces.of("T1 w(x), w(y); T2 r(y), w(x)"))).containsExactly(new Pair(1, 2));
  }

  @Test
  void aLockThatIsNeverReleasedStaysOpen() {
    // Both sections would be open: T2's because it is never released, T1's because of its access.
    String before = "T2 acq(l), w(y); T3 r(y), w(x); ";
    assertThat(races(Traces.of("T1 acq(l), w(x), rel(l); " + before)))
        .containsExactly(new Pair(4, 5));
    assertThat(races(Traces.of("T1 acq(l), rel(l), w(x); " + before)))
        .containsExactlyInAnyOrder(new Pair(4, 5), new Pair(2, 6));
  }

  /** [OSR24] Fig. 3a, in short: the closure takes in T3's section on m, which opens one on k. */
  @Test
  void knownMissOfARaceThatSyncPreservingReorderingsShow() {
    Trace trace =
        Traces.of(
            "T1 w(x), w(z); T3 acq(m), w(u), acq(k), rel(m), r(z), rel(k);"
                + " T2 acq(k), r(u), w(x), rel(k)");
    assertThat(Oracle.syncp(trace)).contains(new Pair(0, 10));
    assertThat(races(trace)).doesNotContain(new Pair(0, 10));
    // Only T3 uses m, but to the definition it is a lock; the filter must not change that.
    assertThat(races(trace.filtered())).isEqualTo(races(trace));
  }

  /** Neither open section leads to a later section on its own lock, but each to the other's. */
  @Test
  void cyclesThroughTwoLocks_norace() {
    String crossed =
        "T3 acq(k), w(y); T4 acq(j), w(z);"
            + " T1 r(y), acq(l), w(p), w(x), rel(l); T2 r(z), acq(m), w(q), w(x), rel(m);"
            + " T3 acq(m), w(p), rel(m), rel(k); T4 acq(l), w(%s), rel(l), rel(j)";
    Pair pair = new Pair(7, 12);
    Trace cyclic = Traces.of(crossed.formatted("q"));
    assertThat(races(cyclic)).doesNotContain(pair).isEqualTo(OsrOracle.races(cyclic));
    Trace acyclic = Traces.of(crossed.formatted("other"));
    assertThat(races(acyclic)).contains(pair).isEqualTo(OsrOracle.races(acyclic));
  }

  @Test
  void longerTracesAgreeWithTheNaiveAlgorithmAndAllAreProved() {
    for (ContendedTraces.Shape shape :
        List.of(
            new ContendedTraces.Shape(80, 5, 4, 5, 0.3, 0.3, 0.3, 0.08, 0.08, 0.04, 0.02),
            new ContendedTraces.Shape(150, 5, 5, 12, 0.2, 0.5, 0.3, 0.02, 0.05, 0.02, 0.01),
            new ContendedTraces.Shape(500, 8, 8, 60, 0.5, 0.3, 0.3, 0.05, 0.05, 0.02, 0.001))) {
      int traces = 30_000 / shape.events();
      RandomCheck.forAll(
          "osr on longer traces",
          traces,
          new ContendedTraces(shape, RandomCheck.seed())::next,
          (trace, random) -> {
            NavigableSet<Pair> expected = NaiveOsr.races(trace);
            NavigableSet<Pair> actual = races(trace);
            if (!actual.equals(expected)) {
              return "expected %s, actual %s".formatted(expected, actual);
            }
            Proofs proofs = new Proofs(Engines.OSR, trace);
            for (Race race : EngineRun.races(Engines.OSR, trace, Pairs.ALL)) {
              if (!(proofs.prove(race) instanceof Proof.Verified)) {
                return race + " is not proved";
              }
            }
            return null;
          });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void theNumberOfWorkersDoesNotMatter(int workers) throws IOException {
    for (long seed = 1; seed <= 3; seed++) {
      Trace trace =
          Trace.load(
              new SyntheticTrace(
                  new Workload(30_000, 8, 8, 300, seed, 0.8, 3, 0.8, 0.1, 0.1, 0.3, 0.6, 8, true)));
      for (Pairs pairs : Pairs.values()) {
        List<Race> alone = races(trace, 1, pairs);
        assertThat(alone).isNotEmpty();
        assertThat(races(trace, workers, pairs)).isEqualTo(alone);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void anEmptyTraceHasNoRace(int workers) throws IOException {
    Trace empty = new TraceBuilder("empty", TraceNames.empty()).build();
    for (int round = 0; round < 500; round++) {
      assertThat(races(empty, workers, Pairs.ALL)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aStoppedRunReportsAPrefix(int workers) throws IOException {
    Trace trace =
        Trace.load(
            new SyntheticTrace(
                new Workload(30_000, 8, 8, 300, 1, 0.8, 3, 0.8, 0.1, 0.1, 0.3, 0.6, 8, true)));
    List<Race> all = races(trace, 1, Pairs.FIRST_PER_EVENT);
    for (int after = 0; after < 3_000; after += 601) {
      int[] left = {after};
      RaceList list = new RaceList();
      new OsrDetector(workers).run(trace, Pairs.FIRST_PER_EVENT, list, () -> left[0]-- <= 0);
      List<Race> some = toList(list);
      assertThat(some.size()).isLessThan(workers == 1 ? all.size() : all.size() + 1);
      assertThat(some).isEqualTo(all.subList(0, some.size()));
    }
  }

  @Test
  void onePerVariableIsTheFirstOfEach() throws IOException {
    Trace trace =
        Trace.load(
            new SyntheticTrace(
                new Workload(30_000, 8, 8, 300, 5, 0.8, 3, 0.8, 0.1, 0.1, 0.3, 0.6, 8, true)));
    List<Race> expected = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (Race race : races(trace, 1, Pairs.FIRST_PER_EVENT)) {
      if (seen.add(race.variable())) {
        expected.add(race);
      }
    }
    for (int workers : new int[] {1, 2}) {
      RaceList list = new RaceList();
      new OsrDetector(workers)
          .run(trace, Pairs.FIRST_PER_EVENT, new OnePerVariable(list), Stop.NEVER);
      assertThat(toList(list)).isEqualTo(expected);
    }
  }

  /** Published racy events and racy locations. */
  @ParameterizedTest
  @CsvSource({
    "account,        15,    3,   1",
    "twostage,       83,    8,   2",
    "mergesort,      167,   5,   2",
    "clean,          867,   110, 4",
    "bubblesort,     1654,  374, 5",
    "lang,           1811,  400, 1",
    "jigsaw,         3181,  6,   6",
    "sunflow,        3315,  130, 7",
    "readerswriters, 9883,  228, 4",
    "bufwriter,      10263, 8,   4",
    "ftpserver,      17099, 85, 21",
    "moldyn,         21072, 103, 3",
    "derby,          75076, 30, 11",
  })
  void publishedFigures(String name, int events, int racy, int locations) throws IOException {
    Trace trace = read(folder("traces/paper").resolve(name + ".std"));
    assertThat(trace.size()).isEqualTo(events);
    RaceList races = new RaceList();
    new OsrDetector(2).run(trace, Pairs.FIRST_PER_EVENT, races, Stop.NEVER);
    assertThat(races.racyEvents()).isEqualTo(racy);
    assertThat(races.racyLocations()).isEqualTo(locations);
    Proofs proofs = new Proofs(Engines.OSR, trace);
    for (Race race : toList(races)) {
      assertThat(proofs.prove(race)).isInstanceOf(Proof.Verified.class);
    }
  }

  @Test
  void recordedTracesAgreeWithTheNaiveAlgorithm() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : List.of("account", "twostage", "mergesort")) {
      files.add(folder("traces/paper").resolve(name + ".std"));
    }
    try (Stream<Path> injected = Files.list(folder("traces/raceinjector"))) {
      injected.filter(file -> file.toString().endsWith(".std")).sorted().forEach(files::add);
    }
    for (Path file : files) {
      Trace trace = read(file);
      assertThat(races(trace)).as(file.toString()).isEqualTo(NaiveOsr.races(trace));
      Proofs proofs = new Proofs(Engines.OSR, trace);
      for (Race race : EngineRun.races(Engines.OSR, trace, Pairs.ALL)) {
        assertThat(proofs.prove(race)).isInstanceOf(Proof.Verified.class);
      }
    }
  }

  private static NavigableSet<Pair> races(Trace trace) {
    return EngineRun.pairs(EngineRun.races(Engines.OSR, trace, Pairs.ALL));
  }

  private static List<Race> races(Trace trace, int workers, Pairs pairs) throws IOException {
    RaceList list = new RaceList();
    new OsrDetector(workers).run(trace, pairs, list, Stop.NEVER);
    return toList(list);
  }

  private static List<Race> toList(RaceList list) {
    List<Race> races = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      races.add(list.get(i));
    }
    return races;
  }

  private static Path folder(String subfolder) {
    Optional<Path> folder = SharedFolder.find(subfolder);
    assumeTrue(folder.isPresent(), "no recorded traces here: set the system property sooth.shared");
    return folder.get();
  }

  private static Trace read(Path file) throws IOException {
    return Traces.ofLines(Files.readAllLines(file));
  }
}
