package dev.sooth.cli;

import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.recipe.Level;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What {@code sooth run} leaves beside the trace: the analysis of each trace as text on stderr and
 * in {@code report.txt}, and the same as JSON, as a page and as SARIF.
 */
final class RunReports {
  /** The files; those of an earlier run are deleted before a new one begins. */
  static final List<String> FILES =
      List.of("report.txt", "report.json", "report.html", "report.sarif");

  /**
   * Up to these sizes in bytes the engines are cheap enough; an event has about ten. What osr finds
   * and what syncp finds overlap, and syncp finds all that shb does, which does not load the trace.
   */
  private static final long LARGEST_FOR_OSR = 200L << 20;

  private static final long LARGEST_FOR_SYNCP = 1L << 30;

  private static final int LONGEST_PATH = 4096;

  /** Events of witnesses in report.json, which nobody has asked for. */
  static final long MOST_WITNESS = 1_000_000;

  /**
   * What the user chose.
   *
   * @param engines null if he named none
   * @param deep which of those that look at values, too
   * @param online the engine that ran with the program, or null
   */
  record Choice(
      EngineList engines,
      DeepOptions deep,
      Engine online,
      Duration timeout,
      boolean witness,
      boolean fullWitness) {}

  private final Io io;
  private final GlobalOptions global;
  private final Choice choice;
  private final ReportOptions options;
  private final Interruptions interruptions;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private ReportFiles files;
  private ReportFormat.Settings settings;

  RunReports(
      Io io,
      GlobalOptions global,
      Choice choice,
      ReportOptions options,
      Interruptions interruptions) {
    this.io = io;
    this.global = global;
    this.choice = choice;
    this.options = options;
    this.interruptions = interruptions;
  }

  /**
   * Opens the files.
   *
   * @param traces that will be analysed, of which there is one at least
   * @param program the command line of the program
   */
  void open(Path folder, List<Path> traces, List<String> program) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String word : program) {
      if (word.endsWith(".java") && Files.isRegularFile(Path.of(word))) {
        sources.add(Path.of(word).toAbsolutePath().getParent());
      }
    }
    List<String> benign =
        SuppressionOptions.annotated(traces.stream().map(Path::toString).toList());
    boolean shown = choice.witness() || choice.fullWitness();
    settings =
        new ReportFormat.Settings(shown, choice.fullWitness(), true)
            .with(options.extras(reported(traces.get(0)), MOST_WITNESS, sources, benign, io));
    Map<String, Path> others = new LinkedHashMap<>();
    for (String form : List.of("json", "html", "sarif")) {
      others.put(form, folder.resolve("report." + form));
    }
    files = options.open(settings.withWitnesses(true), List.of(), others, true, io);
  }

  /** Adds a line to the text. */
  void say(String line) throws IOException {
    add(line + System.lineSeparator());
  }

  /** Adds to the text. */
  void add(String more) throws IOException {
    text.write(more.getBytes(StandardCharsets.UTF_8));
  }

  /** Analyses one trace; returns the status of its analysis. */
  int analyze(Path trace, Reporting.Listener listener) throws IOException {
    boolean ours = choice.engines() == null && choice.online() == null; // the choice of engines
    List<Engine> chosen = chosen(trace);
    Report report = ReportFormat.TEXT.open(text, settings);
    Reporting reporting = reporting(chosen, report, listener);
    if (ours) {
      reporting.giveUpWhatIsTooLarge();
    }
    Analysis.Opener opener = () -> TraceFiles.open(trace, ReadOptions.defaults());
    if (!chosen.isEmpty()) {
      reporting.analyze(trace.toString(), opener);
    }
    List<Engine> givenUp = reporting.givenUp().stream().map(RunResult::engine).toList();
    int status = reporting.status();
    if (ours && givenUp.size() == chosen.size()) {
      reporting = reporting(List.of(Engines.SHB), report, listener);
      reporting.analyze(trace.toString(), opener);
    }
    reporting.analyzeValues(trace.toString(), levels(), choice.timeout());
    report.finish();
    if (ours) {
      add(notAsked(chosen, givenUp));
    }
    return ExitStatus.worse(reporting.status(), status);
  }

  /** The engines that look at values, if they were asked for. */
  private List<Level> levels() {
    return choice.deep().levels(choice.engines());
  }

  /** All engines that reports on this trace will name. */
  private List<Engine> reported(Path trace) throws IOException {
    Stream<Engine> values = levels().stream().map(Level::engine);
    return Stream.concat(chosen(trace).stream(), values).toList();
  }

  private List<Engine> chosen(Path trace) throws IOException {
    if (choice.engines() != null) {
      return choice.engines().engines();
    }
    if (choice.online() != null) {
      return List.of(choice.online());
    }
    long size = Files.size(trace);
    if (size > LARGEST_FOR_SYNCP) {
      return List.of(Engines.SHB);
    }
    return size > LARGEST_FOR_OSR ? List.of(Engines.SYNCP) : List.of(Engines.SYNCP, Engines.OSR);
  }

  private Reporting reporting(List<Engine> chosen, Report report, Reporting.Listener listener) {
    AnalysisOptions analysis =
        AnalysisOptions.defaults().withTimeout(choice.timeout()).withWitnesses(true);
    Reporting reporting = new Reporting(io, global, chosen, analysis, report);
    reporting.stopWhen(interruptions);
    reporting.failIf(options::fails);
    reporting.alsoTo(
        result -> {
          listener.add(result);
          files.add(result);
        });
    return reporting;
  }

  /** That an engine would find more which was not asked, or was and could not. */
  private static String notAsked(List<Engine> chosen, List<Engine> givenUp) {
    List<String> missing = new ArrayList<>();
    for (Engine engine : List.of(Engines.SYNCP, Engines.OSR)) {
      if (!chosen.contains(engine) || givenUp.contains(engine)) {
        missing.add(engine.id());
      }
    }
    if (missing.isEmpty()) {
      return "";
    }
    String names = String.join(" and ", missing);
    return "NOTE: the trace is too large for %s here; `sooth analyze -e %s` with more heap may find more.%n"
        .formatted(names, String.join(",", missing));
  }

  /** Prints the text and makes the files appear. */
  int finish(Path folder, Path trace, int status) throws IOException {
    io.err().print(text.toString(StandardCharsets.UTF_8)); // first: the disk may be full
    io.err().flush();
    if (interruptions.now()) {
      io.say("not complete: `sooth analyze " + trace + "` begins anew with the trace");
    }
    int known = interruptions.status(status);
    if (!global.quiet) {
      options.sayRemarks(io);
    }
    boolean written = writeText(folder.resolve("report.txt"));
    if (files != null) {
      try (ReportFiles open = files) {
        open.finish();
        written &= !open.anyFailed();
      }
      if (written && !global.quiet && status == ExitStatus.RACES) {
        String page = folder.resolve("report.html").toString();
        io.say("the witnesses as pictures: " + Printable.of(page, LONGEST_PATH));
      }
    }
    return written ? known : ExitStatus.worse(ExitStatus.IO, known);
  }

  private boolean writeText(Path file) {
    try (OutputFile report = new OutputFile(file)) {
      report.stream().write(text.toByteArray());
      report.commit();
      return true;
    } catch (IOException e) {
      io.say("cannot write " + file + ": " + OutputFile.reason(e));
      return false;
    }
  }
}
