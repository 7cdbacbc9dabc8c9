package dev.sooth.cli;

import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds races in traces, proves them and reports them. */
@Command(
    name = "analyze",
    description = "Find races in traces and prove them.",
    footer = {
      "",
      "Exit status: 0 no race found, 66 races, 64 wrong usage, 65 bad input,",
      "70 internal error, 74 a file cannot be read or written. With several traces",
      "the worst counts: 70, then 74, 65, 66, 0. A signal ends the analysis with what it has;",
      "128 and its number if that is no race."
    })
final class AnalyzeCommand implements Callable<Integer> {
  private static final int DEFAULT_MAX_RACES = 1_000_000;
  private static final int MOST_HEAP_PERCENT = 80;

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private ReadingOptions reading = new ReadingOptions();
  @Mixin private GrainOptions grains = new GrainOptions();
  @Mixin private ReportOptions reports = new ReportOptions();

  @Parameters(arity = "1..*", paramLabel = "TRACE", description = "Files; - is stdin.")
  private List<String> traces;

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINES",
      defaultValue = "syncp",
      completionCandidates = EngineList.Names.class,
      description =
          "${COMPLETION-CANDIDATES}, several with commas, or all (default: ${DEFAULT-VALUE}); "
              + "see `sooth engines`.")
  private EngineList engines;

  @Option(
      names = "--pairs",
      paramLabel = "MODE",
      defaultValue = "first-per-event",
      description =
          "first-per-event: for each access that races one earlier access it races with;"
              + " all: every pair (default: ${DEFAULT-VALUE}).")
  private Pairs pairs;

  @Option(names = "--first", description = "End at the first race.")
  private boolean first;

  @Option(
      names = "--per-variable",
      description =
          "Report the first race of each variable only, as the papers count large traces.")
  private boolean perVariable;

  @Option(
      names = {"-j", "--threads"},
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Threads for engines that can use several (osr, seqp, gprefix); results do not depend on"
              + " it (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = {"-w", "--witness"},
      description = "Print the schedule that proves each race.")
  private boolean witness;

  @Option(
      names = "--full-witness",
      description = "The same; text has all events of a long one, too.")
  private boolean fullWitness;

  @Option(
      names = "--new-only",
      description = "Text: of a later engine, print only lines that no earlier one has verified.")
  private boolean newOnly;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      completionCandidates = FormatNames.class,
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ReportFormat format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the report to this file, complete or not at all.")
  private String output;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description =
          "Time for one engine on one trace, such as 500ms, 60s or 2m; what was found is kept.")
  private Duration timeout;

  @Option(
      names = "--prove-budget",
      paramLabel = "TIME",
      description =
          "Time for the proofs of one engine on one trace; what is left is a candidate (default:"
              + " 30s, of which at most 5s are for more races of lines that were tried).")
  private Duration proveBudget;

  @Option(names = "--no-prove", description = "Prove nothing: all races are candidates.")
  private boolean noProve;

  @Option(
      names = "--max-races",
      paramLabel = "N",
      defaultValue = "" + DEFAULT_MAX_RACES,
      description =
          "List at most this many races of a run; the figures count all (default:"
              + " ${DEFAULT-VALUE}).")
  private int maxRaces;

  @Option(
      names = "--no-filter",
      description =
          "Do not leave out accesses and locks that cannot matter. Results are the same, slower.")
  private boolean noFilter;

  @Option(
      names = "--max-heap-warning",
      description = "Warn on stderr when more than 80%% of the heap have been in use.")
  private boolean heapWarning;

  AnalyzeCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    if (ReadingOptions.STDIN.equals(output)) { // and stdout, where something is written
      output = null;
    }
    checkUsage();
    if (output == null) {
      return analyzeAll(new BufferedOutputStream(io.out(), 1 << 16));
    }
    OutputFile.requireOther(ReadingOptions.path(output), traces);
    try (OutputFile file = new OutputFile(ReadingOptions.path(output))) {
      int status = analyzeAll(file.stream());
      file.commit();
      return status;
    }
  }

  private void checkUsage() throws IOException {
    reports.checkFiles(output);
    if (threads < 1) {
      throw new UsageException("--threads must be at least 1");
    }
    grains.options();
    if (!engines.levels().isEmpty() && traces.contains(ReadingOptions.STDIN)) {
      throw new UsageException("rv, recipe-s and recipe read files");
    }
    if (maxRaces < 0 || maxRaces > AnalysisOptions.ALL_RACES) {
      throw new UsageException("--max-races must not be negative");
    }
    if (Collections.frequency(traces, ReadingOptions.STDIN) > 1) {
      throw new UsageException("stdin (-) can be read once only");
    }
  }

  private AnalysisOptions analysisOptions() {
    AnalysisOptions options =
        AnalysisOptions.defaults()
            .withPairs(pairs)
            .withFirstOnly(first)
            .withPerVariable(perVariable)
            .withFilter(!noFilter)
            .withMaxRaces(maxRaces)
            .withWitnesses(witness || fullWitness || reports.showWitnesses());
    options = timeout == null ? options : options.withTimeout(timeout);
    if (noProve) {
      return options.withoutProofs();
    }
    return proveBudget == null ? options : options.withProveBudget(proveBudget);
  }

  private List<Engine> chosenEngines() {
    return engines.engines().stream()
        .map(engine -> grains.applyTo(engine).withThreads(threads))
        .toList();
  }

  private int analyzeAll(OutputStream out) throws IOException {
    ReportFormat.Settings settings =
        new ReportFormat.Settings(witness || fullWitness, fullWitness, newOnly || engines.isAll());
    List<Engine> chosen = chosenEngines();
    List<String> benign = SuppressionOptions.annotated(traces);
    if (!reports.any() && benign.isEmpty()) {
      ReportFormat.Extras extras = ReportFormat.Extras.of(engines.andLevels(chosen));
      return analyzeAll(chosen, format.open(out, settings.with(extras)), null);
    }
    settings = settings.with(reports.extras(engines.andLevels(chosen), -1, List.of(), benign, io));
    ReportFormat.Settings inFiles = settings.withWitnesses(reports.showWitnesses());
    if (!settings.witnesses()) { // nobody asked for each: they can take a hundred gigabytes
      inFiles = inFiles.with(inFiles.extras().withMostWitness(RunReports.MOST_WITNESS));
    }
    try (ReportFiles more = reports.open(inFiles, traces, Map.of(), false, io)) {
      int status = analyzeAll(chosen, format.open(out, settings), more);
      if (!global.quiet) {
        reports.sayRemarks(io);
      }
      return status;
    }
  }

  /** The files are null if there are none. */
  private int analyzeAll(List<Engine> chosen, Report report, ReportFiles files) throws IOException {
    HeapWatch heap = heapWarning ? new HeapWatch() : null;
    Reporting reporting = new Reporting(io, global, chosen, analysisOptions(), report);
    if (files != null) {
      reporting.alsoTo(files::add);
      reporting.failIf(reports::fails);
    }
    Interruptions interruptions = new Interruptions(io);
    reporting.stopWhen(interruptions);
    if (traces.contains(ReadingOptions.STDIN)) {
      interruptions.pipeIsRead();
    }
    List<String> left = new ArrayList<>();
    Signals.Soon signals = Signals.soonTo(interruptions::arrived);
    try {
      for (String trace : traces) {
        if (interruptions.now()) {
          left.add(trace);
        } else {
          if (!chosen.isEmpty()) {
            reporting.analyze(trace, () -> reading.open(trace, io));
          }
          reporting.analyzeValues(trace, engines.levels(), timeout);
        }
      }
      report.finish();
      if (files != null) {
        files.finish();
      }
    } finally {
      signals.restore();
    }
    if (heap != null) {
      heap.warnAbove(MOST_HEAP_PERCENT, io);
    }
    if (interruptions.now()) {
      sayIncomplete(left);
    }
    return interruptions.status(reporting.status());
  }

  private void sayIncomplete(List<String> left) {
    if (!left.isEmpty()) {
      io.say("not analysed: " + String.join(", ", left));
    }
    io.say("not complete: `sooth analyze` begins anew with " + String.join(", ", traces));
  }

  static final class FormatNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ReportFormat.all().stream().map(ReportFormat::id).iterator();
    }
  }
}
