package dev.sooth.maven;

import dev.sooth.suite.FailOn;
import dev.sooth.suite.SuiteAnalysis;
import dev.sooth.suite.SuiteSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;

/** Analyses what the tests of a project have recorded, reports it, and fails by the policy. */
abstract class AbstractReportMojo extends AbstractSuiteMojo {
  /** Whether nobody looks at the results of the integration tests but this goal. */
  boolean endsIntegrationTests() {
    return false;
  }

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skips() || isPom()) {
      return;
    }
    ProjectReport report = report();
    SuiteAnalysis suite;
    try {
      asksForPrepare(report.folder());
      suite = report.write();
      if (suite.jvms() == 0) {
        int ran = TestResults.ran(project());
        if (ran > 0) {
          throw new MojoExecutionException(
              ran
                  + " tests ran, but no JVM was recorded, so nothing can be said of them: does the"
                  + " POM leave debugForkedProcess alone?");
        }
      }
      if (endsIntegrationTests() && IntegrationTests.failed(session(), project())) {
        throw new MojoFailureException("the integration tests failed" + races(suite));
      }
    } catch (IOException e) {
      throw new MojoExecutionException("cannot report: " + e.getMessage(), e);
    }
    if (policy() != FailOn.NEVER && !suite.races().open().isEmpty()) {
      throw new MojoFailureException(
          "there are data races"
              + races(suite)
              + "; the report is "
              + report.folder().resolve("report.txt"));
    }
  }

  /** What was not recorded has no races, which must not pass for an answer. */
  private void asksForPrepare(Path folder) throws MojoExecutionException, IOException {
    if (TestPlugins.isPrepared(project(), session())) {
      return;
    }
    Path started = SuiteFolder.started(folder);
    if (!Files.exists(started)) {
      throw new MojoExecutionException(
          "nothing was recorded: the goal prepare has to come before the tests, and did not");
    }
    getLog()
        .warn(
            "the goal prepare did not run in this build; this is what was recorded at "
                + SuiteFolder.time(started));
  }

  private static String races(SuiteAnalysis suite) {
    int races = suite.races().open().size();
    return races == 0 ? "" : ": " + SuiteSummary.count(races, "pair") + " of lines in all";
  }
}
