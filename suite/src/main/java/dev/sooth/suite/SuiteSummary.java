package dev.sooth.suite;

import dev.sooth.suite.SuiteRaces.SuiteRace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of a suite at its end, by whatever has run it. */
public final class SuiteSummary {
  /**
   * A line of it.
   *
   * @param warning whether somebody should do something
   */
  public record Line(boolean warning, String text) {}

  private SuiteSummary() {}

  /** All lines; the reports are in this folder. */
  public static List<Line> lines(SuiteAnalysis suite, Path folder) {
    List<Line> lines = new ArrayList<>();
    suite.notes().forEach(note -> lines.add(new Line(false, "sooth: " + note)));
    SuiteRaces races = suite.races();
    for (SuiteRace race : races.races()) {
      lines.add(new Line(race.open(), "data race: " + race.line()));
    }
    suite.triage().remarks().forEach(line -> lines.add(new Line(false, "sooth: " + line)));
    suite.incomplete().forEach(line -> lines.add(new Line(true, "sooth, not complete: " + line)));
    if (suite.jvms() == 0) {
      lines.add(new Line(false, "sooth: no tests ran"));
      return lines;
    }
    String engines =
        suite.results().stream()
            .map(run -> run.engine().id())
            .distinct()
            .collect(Collectors.joining(", "));
    lines.add(
        new Line(
            false,
            "sooth: %s; %s in %s (%s), reports in %s"
                .formatted(
                    found(suite),
                    count(races.tests(), "test"),
                    count(suite.jvms(), "JVM"),
                    engines,
                    folder)));
    return lines;
  }

  private static String found(SuiteAnalysis suite) {
    List<SuiteRace> races = suite.races().races();
    if (races.isEmpty()) {
      return suite.incomplete().isEmpty() ? "no race found" : "UNKNOWN: not all was analysed";
    }
    long verified = races.stream().filter(SuiteRace::verified).count();
    return count(races.size(), "pair") + " of lines race, " + verified + " verified";
  }

  /** The number and what is counted. */
  public static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
