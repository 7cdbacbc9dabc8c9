package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Proofs;
import dev.sooth.detect.Stop;
import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Traces recorded by others, read in place: the published figures, and races that were injected.
 * Skipped when the folder is not there, see {@link SharedFolder}.
 */
class RecordedTracesTest {
  /** Generous, for a loaded machine; each takes less than a second on an idle one. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Published racy events and racy locations, SHB and SyncP. */
  @ParameterizedTest
  @CsvSource({
    "account,        15,    3,   1,   3,  1",
    "twostage,       83,    4,   1,   4,  1",
    "mergesort,      167,   1,   1,   3,  1",
    "clean,          867,   59,  4,  60,  4",
    "bubblesort,     1654,  269, 5, 269,  5",
    "lang,           1811,  400, 1, 400,  1",
    "jigsaw,         3181,  4,   4,   6,  6",
    "sunflow,        3315,  84,  6, 119,  7",
    "readerswriters, 9883,  92,  4, 199,  4",
    "bufwriter,      10263, 8,   4,   8,  4",
    "ftpserver,      17099, 69, 21,  85, 21",
    "moldyn,         21072, 103, 3, 103,  3",
    "derby,          75076, 29, 10,  29, 10",
  })
  void publishedFigures(
      String name, int events, int shb, int shbLocations, int syncp, int syncpLocations)
      throws IOException {
    Trace trace = read(folder("traces/paper").resolve(name + ".std"));
    assertThat(trace.size()).isEqualTo(events);
    assertFigures(trace, Engines.SHB, shb, shbLocations);
    assertFigures(trace, Engines.SYNCP, syncp, syncpLocations);
  }

  private static void assertFigures(Trace trace, Engine engine, int events, int locations) {
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          for (Trace analysed : List.of(trace, trace.filtered())) {
            RaceList races = new RaceList();
            engine.create().run(analysed, Pairs.FIRST_PER_EVENT, races, Stop.NEVER);
            assertThat(races.racyEvents()).as("racy events, " + engine.id()).isEqualTo(events);
            assertThat(races.racyLocations())
                .as("racy locations, " + engine.id())
                .isEqualTo(locations);
            Proofs proofs = new Proofs(engine, trace);
            for (int i = 0; i < races.size(); i++) {
              assertThat(proofs.prove(races.get(i))).isInstanceOf(Proof.Verified.class);
            }
          }
        });
  }

  /** The engines agree with the definitions on what was recorded, where that can be computed. */
  @ParameterizedTest
  @CsvSource({"account", "twostage", "mergesort", "clean"})
  void allPairsByDefinition(String name) throws IOException {
    Trace trace = read(folder("traces/paper").resolve(name + ".std"));
    assertThat(allPairs(Engines.HB, trace)).isEqualTo(Oracle.hb(trace));
    assertThat(allPairs(Engines.SHB, trace)).isEqualTo(Oracle.shb(trace));
    assertThat(allPairs(Engines.WCP, trace)).isEqualTo(Oracle.wcp(trace));
    assertThat(allPairs(Engines.SYNCP, trace)).isEqualTo(SyncPOracle.racesByClosure(trace));
  }

  private static NavigableSet<Pair> allPairs(Engine engine, Trace trace) {
    return EngineRun.pairs(EngineRun.races(engine, trace, Pairs.ALL));
  }

  /**
   * Engines that miss an injected race although the label does not say so. It names SHB only for
   * these two; but it is edges of happens-before that order them, so HB cannot find them either.
   */
  private static final Map<String, List<String>> MISSED_TOO =
      Map.of("arraylist_43", List.of("hb", "wcp"), "arraylist_47", List.of("hb", "wcp"));

  /**
   * A race that a solver injected.
   *
   * @param missedBy engines that its authors say miss it
   */
  record Label(String trace, List<String> missedBy, Pair pair) {}

  static Stream<Arguments> labels() throws IOException {
    Optional<Path> folder = SharedFolder.find("traces/raceinjector");
    List<Arguments> labels = new ArrayList<>();
    if (folder.isPresent()) {
      List<String> lines = Files.readAllLines(folder.get().resolve("LABELS.tsv"));
      for (String line : lines.subList(1, lines.size())) {
        String[] fields = line.split("\t", -1);
        Pair pair = new Pair(Integer.parseInt(fields[2]) - 1, Integer.parseInt(fields[3]) - 1);
        labels.add(Arguments.of(new Label(fields[0], List.of(fields[1].split(",", -1)), pair)));
      }
    }
    return labels.isEmpty() ? Stream.of(Arguments.of((Label) null)) : labels.stream();
  }

  @ParameterizedTest
  @MethodSource("labels")
  void injectedRaces(Label label) throws IOException {
    assumeTrue(label != null, "no recorded traces here: set the system property sooth.shared");
    Trace trace = read(folder("traces/raceinjector").resolve(label.trace + ".std"));
    Map<Engine, NavigableSet<Pair>> definitions =
        Map.of(
            Engines.HB, Oracle.hb(trace),
            Engines.SHB, Oracle.shb(trace),
            Engines.WCP, Oracle.wcp(trace),
            Engines.SYNCP, SyncPOracle.racesByClosure(trace));
    Set<String> missed = new TreeSet<>();
    definitions.forEach(
        (engine, expected) -> {
          List<Race> races = EngineRun.races(engine, trace, Pairs.ALL);
          assertThat(EngineRun.pairs(races)).as(engine.id()).isEqualTo(expected);
          if (!expected.contains(label.pair)) {
            missed.add(engine.id());
          }
          Proofs proofs = new Proofs(engine, trace);
          for (Race race : races) {
            Proof proof = proofs.prove(race);
            assertThat(proof instanceof Proof.Verified || !engine.sound()).isTrue();
          }
        });
    Set<String> expected = new TreeSet<>(label.missedBy);
    expected.addAll(MISSED_TOO.getOrDefault(label.trace, List.of()));
    assertThat(missed).isEqualTo(expected);
  }

  private static Path folder(String subfolder) {
    Optional<Path> folder = SharedFolder.find(subfolder);
    assumeTrue(folder.isPresent(), "no recorded traces here: set the system property sooth.shared");
    return folder.get();
  }

  private static Trace read(Path file) throws IOException {
    return Trace.load(TraceFiles.open(file, ReadOptions.defaults()));
  }
}
