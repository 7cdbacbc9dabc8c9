package dev.sooth.maven;

import dev.sooth.analysis.RunResult;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.suite.SuiteAnalysis;
import dev.sooth.suite.SuiteRaces;
import dev.sooth.suite.SuiteRaces.SuiteRace;
import dev.sooth.suite.SuiteReports;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** Analyses what the tests of a project have recorded, reports it, and fails by the policy. */
abstract class AbstractReportMojo extends AbstractMojo {
  /** When races fail the build. */
  public enum FailOn {
    /** When there is one. */
    any,
    /** Never. */
    never
  }

  @Parameter(defaultValue = "${project}", readonly = true)
  private MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true)
  private MavenSession session;

  /** Do nothing. */
  @Parameter(property = "sooth.skip", defaultValue = "false")
  private boolean skip;

  /** When races fail the build: any or never. */
  @Parameter(property = "sooth.failOn", defaultValue = "any")
  private FailOn failOn;

  /** The engines; those that the size of a trace allows if none is named. */
  @Parameter(property = "sooth.engines")
  private List<String> engines = new ArrayList<>();

  /** Seconds for one engine on the trace of one JVM. */
  @Parameter(property = "sooth.timeout", defaultValue = "60")
  private long timeout;

  /** Whether tests may have failed without ending the build; then it ends here. */
  abstract boolean runsTests();

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      return;
    }
    Path folder = SuiteFolder.of(project);
    SuiteAnalysis suite = new SuiteAnalysis(engines(), Duration.ofSeconds(timeout));
    TestResults tests = TestResults.of(project);
    try {
      suite.addAll(SuiteFolder.jvms(folder));
      if (suite.jvms() > 0) {
        SuiteReports.write(folder, suite.results(), suite.races());
        SuiteOfSession.add(session, suite);
      }
    } catch (IOException e) {
      throw new MojoExecutionException("cannot report: " + e.getMessage(), e);
    }
    if (suite.jvms() == 0 && tests.ran() > 0) {
      throw new MojoExecutionException(
          tests.ran()
              + " tests ran, but no JVM was recorded, so nothing can be said of them: is the goal"
              + " prepare bound, and does the POM leave debugForkedProcess alone?");
    }
    say(suite, folder);
    if (runsTests() && tests.failed() > 0 && !ignoresFailures()) {
      throw new MojoFailureException(tests.failed() + " of the tests failed" + races(suite));
    }
    if (failOn == FailOn.any && !suite.races().races().isEmpty()) {
      throw new MojoFailureException(
          "there are data races"
              + races(suite)
              + "; the report is "
              + folder.resolve("report.txt"));
    }
  }

  private boolean ignoresFailures() {
    return Boolean.parseBoolean(
        session.getUserProperties().getProperty("maven.test.failure.ignore", "false"));
  }

  private static String races(SuiteAnalysis suite) {
    int races = suite.races().races().size();
    return races == 0 ? "" : ": " + count(races, "pair") + " of lines in all";
  }

  private void say(SuiteAnalysis suite, Path folder) {
    suite.notes().forEach(note -> getLog().info("sooth: " + note));
    SuiteRaces races = suite.races();
    for (SuiteRace race : races.races()) {
      getLog().warn("data race: " + race.line());
    }
    suite.incomplete().forEach(line -> getLog().warn("sooth, not complete: " + line));
    if (suite.jvms() == 0) {
      getLog().info("sooth: no tests ran");
      return;
    }
    long verified = races.races().stream().filter(SuiteRace::verified).count();
    String found =
        races.races().isEmpty()
            ? suite.incomplete().isEmpty() ? "no race found" : "UNKNOWN: not all was analysed"
            : count(races.races().size(), "pair") + " of lines race, " + verified + " verified";
    getLog()
        .info(
            "sooth: %s; %s in %s (%s), reports in %s"
                .formatted(
                    found,
                    count(races.tests(), "test"),
                    count(suite.jvms(), "JVM"),
                    engineNames(suite.results()),
                    folder));
  }

  private static String engineNames(List<RunResult> results) {
    return String.join(", ", results.stream().map(r -> r.engine().id()).distinct().toList());
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private List<Engine> engines() throws MojoExecutionException {
    List<Engine> found = new ArrayList<>();
    for (String id : engines) {
      found.add(
          Engines.find(id)
              .orElseThrow(
                  () ->
                      new MojoExecutionException(
                          "no engine '%s', expected one of %s"
                              .formatted(
                                  id,
                                  String.join(
                                      ", ", Engines.all().stream().map(Engine::id).toList())))));
    }
    return found;
  }
}
