package dev.sooth.maven;

import dev.sooth.analysis.RunResult;
import dev.sooth.suite.SuiteAnalysis;
import dev.sooth.suite.SuiteRaces;
import dev.sooth.suite.SuiteReports;
import dev.sooth.suite.SuiteSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.maven.execution.MavenExecutionRequest;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/** What the modules of one build have found so far; reported together at the top. */
final class SuiteOfSession {
  // By what the copies of a session have in common, of which a parallel build makes one a module.
  private static final Map<MavenExecutionRequest, SuiteOfSession> ALL = new WeakHashMap<>();

  private final List<RunResult> results = new ArrayList<>();
  private final SuiteRaces races = new SuiteRaces();
  private final List<Path> sources = new ArrayList<>();

  private int modules; // that had tests

  private SuiteOfSession() {}

  /** Of a build of several modules; a single one has its own report only. */
  private static boolean hasModules(MavenSession session) {
    return session.getProjects().size() > 1;
  }

  /** Where Maven was started, also if the modules that are built are not those at the top. */
  private static Path folder(MavenSession session) {
    MavenProject top = session.getTopLevelProject();
    return top.isExecutionRoot()
        ? SuiteFolder.of(top)
        : Path.of(session.getExecutionRootDirectory(), "target", "sooth").toAbsolutePath();
  }

  /** Before the first module, deletes what an earlier build has left at the top. */
  static void begin(MavenSession session) throws IOException {
    if (hasModules(session)) {
      synchronized (ALL) {
        if (ALL.putIfAbsent(session.getRequest(), new SuiteOfSession()) == null) {
          SuiteFolder.delete(folder(session));
        }
      }
    }
  }

  /** Whether this is where the modules are reported, by whichever is built first. */
  static boolean reportsTo(MavenSession session, Path folder) {
    return hasModules(session) && folder(session).equals(folder);
  }

  /**
   * Adds a module, and writes the report on all anew: a later module may never come to it.
   *
   * @return what to say of all modules until now, if there can be others
   */
  static Optional<String> add(MavenSession session, SuiteAnalysis module, List<Path> sources)
      throws IOException {
    if (!hasModules(session)) {
      return Optional.empty();
    }
    synchronized (ALL) {
      SuiteOfSession all = ALL.computeIfAbsent(session.getRequest(), key -> new SuiteOfSession());
      // The traces of all modules would not fit into Maven's heap.
      module.results().forEach(result -> all.results.add(result.withoutTrace()));
      all.races.addAll(module.races());
      all.sources.addAll(sources);
      all.modules++;
      SuiteReports.write(folder(session), all.results, all.races, module.triage(), all.sources);
      return Optional.of(
          "sooth, all modules so far: %s of lines in %s, reports in %s"
              .formatted(
                  SuiteSummary.count(all.races.races().size(), "pair"),
                  SuiteSummary.count(all.modules, "module"),
                  folder(session)));
    }
  }
}
