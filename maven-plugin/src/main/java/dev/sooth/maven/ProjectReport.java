package dev.sooth.maven;

import dev.sooth.suite.SuiteAnalysis;
import dev.sooth.suite.SuiteOptions;
import dev.sooth.suite.SuiteSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;

/** The report on one project, which is a part of that on all projects of the build. */
final class ProjectReport {
  private final MavenProject project;
  private final MavenSession session;
  private final SuiteOptions options;
  private final Log log;

  ProjectReport(MavenProject project, MavenSession session, SuiteOptions options, Log log) {
    this.project = project;
    this.session = session;
    this.options = options;
    this.log = log;
  }

  /** Where the sources of a project are. */
  static List<Path> sources(MavenProject project) {
    List<Path> folders = new ArrayList<>();
    project.getCompileSourceRoots().forEach(root -> folders.add(Path.of(root)));
    project.getTestCompileSourceRoots().forEach(root -> folders.add(Path.of(root)));
    return folders;
  }

  Path folder() {
    return SuiteFolder.of(project);
  }

  /** Analyses what was recorded, writes the report, and says what is in it. */
  SuiteAnalysis write() throws IOException {
    SuiteAnalysis suite = new SuiteAnalysis(options);
    suite.addAll(SuiteFolder.jvms(folder()));
    Optional<String> all = Optional.empty();
    if (suite.jvms() > 0) {
      suite.write(folder());
      all = SuiteOfSession.add(session, suite, options.sources());
    }
    for (SuiteSummary.Line line : SuiteSummary.lines(suite, folder())) {
      if (line.warning()) {
        log.warn(line.text());
      } else {
        log.info(line.text());
      }
    }
    all.ifPresent(log::info);
    return suite;
  }

  /** The same where the tests have failed the build: what was recorded until then. */
  void writeAfterFailure() {
    try {
      write();
    } catch (IOException | RuntimeException e) { // the failure of the tests is the one to be told
      log.warn("sooth: cannot report what was recorded: " + e);
    }
  }
}
