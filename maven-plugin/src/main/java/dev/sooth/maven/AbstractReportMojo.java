package dev.sooth.maven;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.suite.FailOn;
import dev.sooth.suite.SuiteAnalysis;
import dev.sooth.suite.SuiteOptions;
import dev.sooth.suite.SuiteSummary;
import java.io.File;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
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
  @Parameter(defaultValue = "${project}", readonly = true)
  private MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true)
  private MavenSession session;

  /** Do nothing. */
  @Parameter(property = "sooth.skip", defaultValue = "false")
  private boolean skip;

  /** When races fail the build: any, new or never; new if there is a baseline, else any. */
  @Parameter(property = "sooth.failOn")
  private String failOn;

  /** Races that are known: a file of {@code sooth baseline update}, or a JSON report. */
  @Parameter(property = "sooth.baseline")
  private File baseline;

  /** Races to leave out, in the syntax of ThreadSanitizer. */
  @Parameter(property = "sooth.suppressions")
  private File suppressions;

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
    SuiteAnalysis suite = new SuiteAnalysis(options());
    TestResults tests = TestResults.of(project);
    try {
      suite.addAll(SuiteFolder.jvms(folder));
      if (suite.jvms() > 0) {
        suite.write(folder);
        SuiteOfSession.add(session, suite, sources());
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
    if (policy() != FailOn.NEVER && !suite.races().open().isEmpty()) {
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
    int races = suite.races().open().size();
    return races == 0 ? "" : ": " + SuiteSummary.count(races, "pair") + " of lines in all";
  }

  private void say(SuiteAnalysis suite, Path folder) {
    for (SuiteSummary.Line line : SuiteSummary.lines(suite, folder)) {
      if (line.warning()) {
        getLog().warn(line.text());
      } else {
        getLog().info(line.text());
      }
    }
  }

  private SuiteOptions options() throws MojoExecutionException {
    try {
      return SuiteOptions.of(
          engines(),
          Duration.ofSeconds(timeout),
          policy(),
          path(baseline),
          path(suppressions),
          sources());
    } catch (NoSuchFileException e) {
      throw new MojoExecutionException(e.getMessage() + ": no such file", e);
    } catch (IOException e) { // what was expected is in the message
      throw new MojoExecutionException(e.getMessage(), e);
    }
  }

  private FailOn policy() throws MojoExecutionException {
    try {
      return FailOn.of(failOn, baseline != null);
    } catch (IllegalArgumentException e) {
      throw new MojoExecutionException("sooth.failOn: " + e.getMessage(), e);
    }
  }

  private static Path path(File file) {
    return file == null ? null : file.toPath();
  }

  private List<Path> sources() {
    List<Path> folders = new ArrayList<>();
    project.getCompileSourceRoots().forEach(root -> folders.add(Path.of(root)));
    project.getTestCompileSourceRoots().forEach(root -> folders.add(Path.of(root)));
    return folders;
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
