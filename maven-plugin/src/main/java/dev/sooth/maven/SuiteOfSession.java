package dev.sooth.maven;

import dev.sooth.analysis.RunResult;
import dev.sooth.suite.SuiteAnalysis;
import dev.sooth.suite.SuiteRaces;
import dev.sooth.suite.SuiteReports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.maven.execution.MavenSession;

/** What the modules of one build have found so far; reported together at the top. */
final class SuiteOfSession {
  private static final Map<MavenSession, SuiteOfSession> ALL = new WeakHashMap<>(); // by itself

  private final List<RunResult> results = new ArrayList<>();
  private final SuiteRaces races = new SuiteRaces();
  private final List<Path> sources = new ArrayList<>();

  private SuiteOfSession() {}

  /** Adds a module, and writes the report on all anew: a later module may never come to it. */
  static void add(MavenSession session, SuiteAnalysis module, List<Path> sources)
      throws IOException {
    if (session.getProjects().size() < 2) {
      return;
    }
    synchronized (ALL) {
      SuiteOfSession all = ALL.computeIfAbsent(session, key -> new SuiteOfSession());
      // The traces of all modules would not fit into Maven's heap.
      module.results().forEach(result -> all.results.add(result.withoutTrace()));
      all.races.addAll(module.races());
      all.sources.addAll(sources);
      SuiteReports.write(
          SuiteFolder.of(session.getTopLevelProject()),
          all.results,
          all.races,
          module.triage(),
          all.sources);
    }
  }
}
