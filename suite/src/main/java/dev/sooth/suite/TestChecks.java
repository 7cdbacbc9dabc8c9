package dev.sooth.suite;

import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.AnalysisResult;
import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.race.Access;
import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.race.RaceList;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import dev.sooth.report.Triage;
import dev.sooth.suite.TestSpans.Owner;
import dev.sooth.trace.TraceSource;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks single tests of a program that still runs and is recorded, one after the other. */
public final class TestChecks implements Closeable {
  /** Events of the parts of the trace that are kept for the witnesses of a report on all tests. */
  private static final long MOST_KEPT = 2_000_000;

  private final TestWindows windows;
  private final List<RunResult> results = new ArrayList<>(); // of all checks
  private final SuiteRaces found = new SuiteRaces();
  private int checks;
  private long kept;

  /** In this trace, which is read as far as the tests that are asked for. */
  public TestChecks(TraceSource trace) throws IOException {
    windows = new TestWindows(trace);
  }

  /**
   * What was predicted during a test.
   *
   * @param pairs of lines and field that race
   * @param verified of these
   * @param unknown why there may be others; empty if there are none in what was recorded
   * @param text the report
   */
  public record Answer(int pairs, int verified, String unknown, String text) {}

  /**
   * Checks a test.
   *
   * @param check its number
   * @param engines by their names; some that are fast if none is named
   */
  public Answer check(int check, String test, List<String> engines, Duration budget)
      throws IOException {
    TestWindows.Window window = windows.take(check);
    if (window == null) {
      return new Answer(0, 0, "the recording has ended before the test", "");
    }
    List<Engine> chosen = new ArrayList<>();
    for (String id : engines.isEmpty() ? List.of("syncp", "osr") : engines) {
      Engine engine = Engines.find(id).orElse(null);
      if (engine == null) {
        return new Answer(0, 0, "there is no engine '" + id + "'", "");
      }
      chosen.add(engine);
    }
    AnalysisResult result =
        Analysis.of(window.trace())
            .engines(chosen)
            .options(AnalysisOptions.defaults().withTimeout(budget))
            .run();
    checks++;
    SuiteRaces races = new SuiteRaces();
    List<String> unknown = new ArrayList<>();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Report report =
        ReportFormat.TEXT.open(
            text,
            new ReportFormat.Settings(false, false, true).with(ReportFormat.Extras.of(chosen)));
    for (RunResult run : result.runs()) {
      if (run.failure().isPresent()) {
        unknown.add(run.engine().id() + ": " + run.failure().get().message());
      } else if (run.status() != RunStatus.COMPLETE) {
        unknown.add(run.engine().id() + " did not come to its end in " + budget.toMillis() + " ms");
      }
      RunResult ofTest = only(run, window, test);
      races.addOf(ofTest, test);
      report.add(ofTest);
      keep(ofTest, window.trace().size());
    }
    report.finish();
    found.addAll(races);
    int verified = (int) races.races().stream().filter(SuiteRaces.SuiteRace::verified).count();
    return new Answer(
        races.races().size(),
        verified,
        String.join("; ", unknown),
        text.toString(StandardCharsets.UTF_8));
  }

  /** Keeps a result for the report on all tests; that of a test without a race has no trace. */
  private void keep(RunResult result, long events) {
    boolean whole = result.races().size() > 0 && kept + events <= MOST_KEPT;
    kept += whole ? events : 0;
    results.add(whole ? result : result.withoutTrace());
  }

  /** The races of all tests that were checked. */
  public SuiteRaces races() {
    return found;
  }

  /** How many tests were checked. */
  public int checks() {
    return checks;
  }

  /** Writes the reports on all tests that were checked into this folder. */
  public void write(Path folder, List<Path> sources) throws IOException {
    SuiteReports.write(folder, results, found, Triage.NONE, sources);
  }

  /** Without the races of other tests that ran at the same time; called after the test. */
  private RunResult only(RunResult run, TestWindows.Window window, String test) {
    RaceList races = new RaceList();
    List<Proof> proofs = new ArrayList<>();
    ProofTable all = run.proofs();
    for (int i = 0; i < run.races().size(); i++) {
      Race race = run.races().get(i);
      if (isOf(race, window, test)) {
        Access a = race.first();
        Access b = race.second();
        races.race(
            race.variable(),
            a.position(),
            a.kind(),
            a.thread(),
            a.location(),
            b.position(),
            b.kind(),
            b.thread(),
            b.location());
        proofs.add(all.proof(i));
      }
    }
    return new RunResult(
        test,
        run.engine(),
        run.pairs(),
        run.status(),
        run.counts(),
        run.names(),
        run.timings(),
        races,
        ProofTable.of(proofs),
        run.trace(),
        run.context(),
        run.notes(),
        run.failure());
  }

  /** Whether one of its accesses is the test's, or neither is known to be another's. */
  private boolean isOf(Race race, TestWindows.Window window, String test) {
    Owner a = owner(race.first(), window);
    Owner b = owner(race.second(), window);
    boolean isKnown = (a.sure() && !a.tests().isEmpty()) || (b.sure() && !b.tests().isEmpty());
    return isKnown
        ? (a.sure() && a.tests().contains(test)) || (b.sure() && b.tests().contains(test))
        : a.tests().isEmpty() || a.tests().contains(test) || b.tests().contains(test);
  }

  private Owner owner(Access access, TestWindows.Window window) {
    return windows.spans().ownerOf(access.thread(), window.positionOf(access.position()));
  }

  @Override
  public void close() throws IOException {
    windows.close();
  }
}
