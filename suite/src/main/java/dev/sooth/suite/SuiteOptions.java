package dev.sooth.suite;

import dev.sooth.detect.Engine;
import dev.sooth.race.Suppressions;
import dev.sooth.report.Baseline;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
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

  /**
   * As the user said, with what his files say.
   *
   * @param baseline what is known, or null
   * @param suppressions what is left out, or null
   * @throws IOException if a file cannot be read or says something else
   */
  public static SuiteOptions of(
      List<Engine> engines,
      Duration timeout,
      FailOn failOn,
      Path baseline,
      Path suppressions,
      List<Path> sources)
      throws IOException {
    Optional<Baseline> known = Optional.empty();
    if (baseline != null) {
      known = Optional.of(new Baseline());
      try (InputStream in = new BufferedInputStream(Files.newInputStream(baseline))) {
        known.get().read(in, baseline.toString());
      }
    }
    Suppressions rules = suppressions == null ? Suppressions.NONE : Suppressions.read(suppressions);
    return new SuiteOptions(engines, timeout, known, rules, failOn == FailOn.ANY, sources);
  }

  /** With the engines that are fast enough, and nothing that is known. */
  public static SuiteOptions defaults() {
    return new SuiteOptions(
        List.of(), Duration.ofSeconds(60), Optional.empty(), Suppressions.NONE, true, List.of());
  }
}
