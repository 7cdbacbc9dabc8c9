package dev.sooth.suite;

import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.Failure;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.report.Triage;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Analyses what the JVMs of a suite have recorded, each in a folder of its own below one folder.
 */
public final class SuiteAnalysis {
  /** Up to these sizes in bytes the engines are cheap enough, as for {@code sooth run}. */
  private static final long LARGEST_FOR_OSR = 200L << 20;

  private static final long LARGEST_FOR_SYNCP = 1L << 30;
  private static final String TRACE = "trace.sooth";

  private final SuiteOptions options;
  private final AnalysisOptions analysis;
  private Triage triage = Triage.NONE;
  private final SuiteRaces races = new SuiteRaces();
  private final List<RunResult> results = new ArrayList<>();
  private final List<String> incomplete = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int jvms;

  /** As these options say. */
  public SuiteAnalysis(SuiteOptions options) {
    this.options = options;
    analysis = AnalysisOptions.defaults().withTimeout(options.timeout()).withWitnesses(true);
  }

  /** Analyses all JVMs that were recorded below this folder; it need not be there. */
  public void addAll(Path folder) throws IOException {
    List<Path> recorded = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> below = Files.newDirectoryStream(folder, Files::isDirectory)) {
        below.forEach(recorded::add);
      }
    }
    Collections.sort(recorded);
    triage =
        new Triage(
            options.baseline(),
            options.suppressions().and(benign(recorded)),
            options.knownCounts());
    for (Path jvm : recorded) {
      if (Files.exists(jvm.resolve(TRACE))) {
        add(jvm);
      }
    }
  }

  /** What the program itself says is benign, as the agent has written it. */
  private static List<String> benign(List<Path> jvms) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path jvm : jvms) {
      Path said = jvm.resolve("benign.txt");
      if (Files.isRegularFile(said)) {
        lines.addAll(Files.readAllLines(said, StandardCharsets.UTF_8));
      }
    }
    return lines;
  }

  private void add(Path jvm) throws IOException {
    jvms++;
    Path trace = jvm.resolve(TRACE);
    summary(jvm);
    TestSpans spans;
    try {
      spans = TestSpans.of(TraceFiles.open(trace, ReadOptions.defaults()));
    } catch (IOException | RuntimeException e) {
      Failure failure = Failure.of(e, trace.toString());
      incomplete.add(failure.message());
      failures.add(failure);
      return;
    }
    List<Engine> chosen =
        options.engines().isEmpty() ? bySize(Files.size(trace)) : options.engines();
    List<RunResult> ran = Analysis.of(trace).engines(chosen).options(analysis).run().runs();
    boolean allTooLarge = ran.stream().allMatch(SuiteAnalysis::isTooLarge);
    if (options.engines().isEmpty() && allTooLarge && !chosen.equals(List.of(Engines.SHB))) {
      notes.add(trace + ": too large for the heap, only shb was asked");
      ran = Analysis.of(trace).engines(Engines.SHB).options(analysis).run().runs();
    }
    boolean allFailed = ran.stream().allMatch(result -> result.failure().isPresent());
    for (RunResult result : ran) {
      if (allFailed || !isTooLarge(result)) { // what one engine cannot, another has done
        result.failure().ifPresent(failures::add);
      }
      add(result, spans);
    }
  }

  private void add(RunResult result, TestSpans spans) throws IOException {
    String run = result.file() + ": " + result.engine().id();
    if (result.failure().isPresent()) {
      incomplete.add(run + ": " + result.failure().get().message());
    } else if (result.status() != RunStatus.COMPLETE) {
      incomplete.add(run + ": " + result.status().id() + ", nothing is said about the rest");
    }
    results.add(result);
    races.add(result, spans, triage.open(result));
  }

  private static boolean isTooLarge(RunResult result) {
    return result.failure().filter(f -> f.kind() == Failure.Kind.TOO_LARGE).isPresent();
  }

  private static List<Engine> bySize(long bytes) {
    if (bytes > LARGEST_FOR_SYNCP) {
      return List.of(Engines.SHB);
    }
    return bytes > LARGEST_FOR_OSR ? List.of(Engines.SYNCP) : List.of(Engines.SYNCP, Engines.OSR);
  }

  /** What the recorder has said of what the trace lacks. */
  private void summary(Path jvm) throws IOException {
    Path summary = jvm.resolve("recording.txt");
    if (!Files.exists(summary) || Files.size(summary) == 0) {
      incomplete.add(jvm + ": the JVM ended without a chance to sum up; its trace ends early");
      return;
    }
    for (String line : Files.readAllLines(summary, StandardCharsets.UTF_8)) {
      if (line.startsWith("recording stopped early") || line.startsWith("the writer did not")) {
        incomplete.add(jvm + ": " + line);
      } else if (line.contains("NOT OBSERVED")) {
        notes.add(jvm + ": " + line.strip());
      }
    }
  }

  /** Writes the reports into this folder. */
  public void write(Path folder) throws IOException {
    SuiteReports.write(folder, results, races, triage, options.sources());
  }

  /** Which races are news. */
  public Triage triage() {
    return triage;
  }

  /** How many JVMs were recorded. */
  public int jvms() {
    return jvms;
  }

  /** The races of all of them. */
  public SuiteRaces races() {
    return races;
  }

  /** The result of each engine on each trace. */
  public List<RunResult> results() {
    return List.copyOf(results);
  }

  /** Why it cannot be said that there is no other race; empty if it can. */
  public List<String> incomplete() {
    return List.copyOf(incomplete);
  }

  /** Traces that could not be read or analysed, and engines that failed. */
  public List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** What should be known besides. */
  public List<String> notes() {
    return List.copyOf(notes);
  }
}
