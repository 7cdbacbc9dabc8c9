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
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The prefix engines on traces recorded by others, with the default heuristics: at least what was
 * published for OptGPrefix [Sz5, Sh, LRU100]. Skipped when the folder is not there.
 */
class PrefixRecordedTracesTest {
  /** Generous, for a loaded machine. */
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @ParameterizedTest
  @CsvSource({
    "account,          3,  1,   3",
    "twostage,         8,  2,   8",
    "mergesort,        5,  2,   5",
    "clean,          103,  4, 110",
    "bubblesort,     367,  5, 371",
    "lang,           400,  1, 400",
    "jigsaw,           6,  6,   6",
    "sunflow,        119,  7, 130",
    "readerswriters, 228,  4, 228",
    "bufwriter,        8,  4,   8",
    "ftpserver,       85, 21,  85",
    "moldyn,         103,  3, 103",
    "derby,           30, 11,  30",
  })
  void atLeastThePublishedRaces(String name, int published, int locations, int found)
      throws IOException {
    Trace trace = read(name);
    RaceList races = run(Engines.GPREFIX, trace);
    assertThat(races.racyEvents()).isGreaterThanOrEqualTo(published).isEqualTo(found);
    assertThat(races.racyLocations()).isGreaterThanOrEqualTo(locations);
    Proofs proofs = new Proofs(Engines.GPREFIX, trace);
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          for (int i = 0; i < races.size(); i++) {
            assertThat(proofs.prove(races.get(i))).isInstanceOf(Proof.Verified.class);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "account",
    "twostage",
    "mergesort",
    "clean",
    "bubblesort",
    "lang",
    "jigsaw",
    "sunflow",
    "readerswriters",
    "bufwriter",
    "ftpserver",
    "moldyn",
    "derby"
  })
  void prefixRacesAreTheSyncPreservingOnes(String name) throws IOException {
    Trace trace = read(name);
    assertThat(seconds(run(Engines.SEQP, trace))).isEqualTo(seconds(run(Engines.SYNCP, trace)));
  }

  private static RaceList run(Engine engine, Trace trace) {
    RaceList races = new RaceList();
    assertTimeoutPreemptively(
        LIMIT,
        () -> engine.create().run(trace.filtered(), Pairs.FIRST_PER_EVENT, races, Stop.NEVER));
    return races;
  }

  private static NavigableSet<Long> seconds(RaceList races) {
    NavigableSet<Long> seconds = new TreeSet<>();
    for (int i = 0; i < races.size(); i++) {
      seconds.add(races.get(i).second().position());
    }
    return seconds;
  }

  private static Trace read(String name) throws IOException {
    Optional<Path> folder = SharedFolder.find("traces/paper");
    assumeTrue(folder.isPresent(), "no recorded traces here: set the system property sooth.shared");
    Path file = folder.get().resolve(name + ".std");
    // The first thread of this one has the name of a thread that is forked later.
    return name.equals("sunflow")
        ? Traces.ofLines(Files.readAllLines(file))
        : Trace.load(TraceFiles.open(file, ReadOptions.defaults()));
  }
}
