package dev.sooth.suite;

import dev.sooth.detect.Engine;
import dev.sooth.race.Suppressions;
import dev.sooth.report.Baseline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a suite is analysed and reported.
 *
 * @param engines those that the size of a trace allows if there are none
 * @param timeout for one engine on the trace of one JVM
 * @param baseline what is known, if anything is
 * @param knownCounts whether a known race is one to fail for
 * @param sources folders of source files, for the reports
 */
public record SuiteOptions(
    List<Engine> engines,
    Duration timeout,
    Optional<Baseline> baseline,
    Suppressions suppressions,
    boolean knownCounts,
    List<Path> sources) {

  public SuiteOptions {
    engines = List.copyOf(engines);
    sources = List.copyOf(sources);
  }

  /** With the engines that are fast enough, and nothing that is known. */
  public static SuiteOptions defaults() {
    return new SuiteOptions(
        List.of(), Duration.ofSeconds(60), Optional.empty(), Suppressions.NONE, true, List.of());
  }
}
