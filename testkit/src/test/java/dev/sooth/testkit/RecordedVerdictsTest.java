package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.Verdicts;
import dev.sooth.detect.Verdicts.Budget;
import dev.sooth.race.RaceList;
import dev.sooth.race.Verdict;
import dev.sooth.trace.Trace;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.verify.RefutationChecker;
import dev.sooth.verify.WitnessChecker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A verdict for every pair of the traces that other projects recorded, each checked. Skipped when
 * the folder is not there, see {@link SharedFolder}.
 */
class RecordedVerdictsTest {
  /**
   * Conflicting pairs, those that race, and racy events, none unknown. Nowhere fewer racy events
   * than the published engines find, whose largest number is the last column (SHB, SyncP, OSR,
   * OptGPrefix), nor than any other engine here that reports only races.
   */
  @ParameterizedTest
  @CsvSource({
    "account,        28,      3,     3,   3",
    "twostage,       145,     20,    8,   8",
    "mergesort,      340,     53,    5,   5",
    "clean,          13181,   243,   110, 110",
    "bubblesort,     12569,   873,   374, 374",
    "lang,           4900,    1600,  400, 400",
    "jigsaw,         29751,   6,     6,   6",
    "sunflow,        22367,   144,   130, 130",
    "readerswriters, 1296512, 301,   228, 228",
    "bufwriter,      3955488, 525,   8,   8",
    "ftpserver,      31364,   99,    85,  85",
    "moldyn,         697238,  20891, 103, 103",
    "derby,          2671620, 44,    30,  30",
  })
  void everyPairIsDecided(String name, long pairs, long races, int racyEvents, int published)
      throws IOException {
    Trace trace = read(folder("traces/paper").resolve(name + ".std"));
    WitnessChecker witnesses = new WitnessChecker(trace);
    RefutationChecker refutations = new RefutationChecker(trace);
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Verdicts portfolio = Engines.verdicts(trace.filtered(), Budget.UNLIMITED);
    portfolio.decideAll((first, second, verdict) -> {});
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    System.out.printf(
        "%s: %d pairs, %d by derivation, %d races by osr, %d similar, %d by search, %d ms of CPU%n",
        name,
        portfolio.pairs(),
        portfolio.byDerivation(),
        portfolio.byStage(0),
        portfolio.bySimilarity(),
        portfolio.bySearch(),
        cpu / 1_000_000);
    assertThat(portfolio.unknown()).isZero();
    assertThat(portfolio.pairs()).isEqualTo(pairs);
    assertThat(portfolio.races()).isEqualTo(races);
    assertThat(
            portfolio.contained()
                + portfolio.locked()
                + portfolio.byDerivation()
                + portfolio.races())
        .isEqualTo(pairs);
    assertThat(portfolio.racyEvents()).isEqualTo(racyEvents).isGreaterThanOrEqualTo(published);
    for (Engine engine : Engines.all()) {
      if (engine.sound()) { // others report what is no race, too
        RaceList found = new RaceList();
        engine.create().run(trace.filtered(), Pairs.FIRST_PER_EVENT, found, Stop.NEVER);
        assertThat(found.racyEvents()).as(engine.id()).isLessThanOrEqualTo(racyEvents);
      }
    }
    int[] checked = {0};
    Engines.verdicts(trace.filtered(), Budget.UNLIMITED)
        .decideAll(
            (first, second, verdict) -> {
              if (verdict instanceof Verdict.Race race) {
                assertThat(witnesses.objection(first, second, race.witness())).isEmpty();
              } else if (verdict instanceof Verdict.NoRace none && checked[0]++ < 100) {
                assertThat(refutations.objection(first, second, none.refutation())).isEmpty();
              }
            });
  }

  @Test
  void injectedRacesAreRaces() throws IOException {
    Path folder = folder("traces/raceinjector");
    List<String> lines = Files.readAllLines(folder.resolve("LABELS.tsv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split("\t", -1);
      Trace trace = read(folder.resolve(fields[0] + ".std"));
      int first = Integer.parseInt(fields[2]) - 1;
      int second = Integer.parseInt(fields[3]) - 1;
      Verdicts portfolio = Engines.verdicts(trace.filtered(), Budget.UNLIMITED);
      Verdict verdict = portfolio.decide(Math.min(first, second), Math.max(first, second));
      assertThat(verdict).as(line).isInstanceOf(Verdict.Race.class);
      assertThat(
              new WitnessChecker(trace)
                  .objection(first, second, ((Verdict.Race) verdict).witness()))
          .as(line)
          .isEmpty();
    }
    assertThat(lines).hasSizeGreaterThan(20);
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
