package dev.sooth.maven;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.suite.FailOn;
import dev.sooth.suite.SuiteOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * What is said of the analysis and the report. All goals know it: the one before the tests too, so
 * that a mistake is told before they have run, and there is a report if they fail.
 */
abstract class AbstractSuiteMojo extends AbstractMojo {
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
  private String baseline;

  /** Races to leave out, in the syntax of ThreadSanitizer. */
  @Parameter(property = "sooth.suppressions")
  private String suppressions;

  /** The engines; those that the size of a trace allows if none is named. */
  @Parameter(property = "sooth.engines")
  private List<String> engines = new ArrayList<>();

  /** Seconds for one engine on the trace of one JVM. */
  @Parameter(property = "sooth.timeout", defaultValue = "60")
  private long timeout;

  final MavenProject project() {
    return project;
  }

  final MavenSession session() {
    return session;
  }

  final boolean skips() {
    return skip;
  }

  /** Of a module that only contains others, and has no tests. */
  final boolean isPom() {
    return project.getPackaging().equals("pom");
  }

  /** The report on this project, as all parameters say. */
  final ProjectReport report() throws MojoExecutionException {
    UserFiles files = UserFiles.of(project, session);
    try {
      return new ProjectReport(
          project,
          session,
          SuiteOptions.of(
              engines(),
              Duration.ofSeconds(timeout),
              policy(),
              files.find(baseline),
              files.find(suppressions),
              ProjectReport.sources(project)),
          getLog());
    } catch (NoSuchFileException e) {
      throw new MojoExecutionException(e.getMessage() + ": no such file", e);
    } catch (IOException e) { // what was expected is in the message
      throw new MojoExecutionException(e.getMessage(), e);
    }
  }

  final FailOn policy() throws MojoExecutionException {
    try {
      return FailOn.of(failOn, baseline != null);
    } catch (IllegalArgumentException e) {
      throw new MojoExecutionException("sooth.failOn: " + e.getMessage(), e);
    }
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
