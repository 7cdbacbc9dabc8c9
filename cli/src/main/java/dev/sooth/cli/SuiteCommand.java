package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.suite.FailOn;
import dev.sooth.suite.SuiteAnalysis;
import dev.sooth.suite.SuiteOptions;
import dev.sooth.suite.SuiteSummary;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports the races of the tests of a build that has recorded them. */
@Command(
    name = "suite",
    description = {
      "Report the races of tests that were recorded, with the test that each is of.",
      "FOLDER/jvms has a folder for each JVM, which the agent makes with folder=FOLDER/jvms."
    },
    footer = {
      "",
      "Exit status: 0 no race to fail for, 66 races, 65 no JVM was recorded or a trace is damaged",
      "or too large, 64 wrong usage, 70 internal error, 74 a file cannot be read or written."
    })
final class SuiteCommand implements Callable<Integer> {
  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "FOLDER", description = "Of the recordings, and for the reports.")
  private String folder;

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINES",
      description =
          "Several with commas; by default those that the size of a trace allows, see `sooth run`.")
  private EngineList engines;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "Time for one engine on the trace of one JVM (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Known races: a file of `sooth baseline update`, or a JSON report.")
  private String baseline;

  @Option(
      names = "--fail-on",
      paramLabel = "WHICH",
      description =
          "any: a known race makes the status 66, too; new: one that is not in the baseline does;"
              + " never (default: new with --baseline, else any).")
  private String failOn;

  @Option(
      names = "--suppressions",
      paramLabel = "FILE",
      description = "Races to leave out, in ThreadSanitizer's syntax, see docs/report.md.")
  private String suppressions;

  @Option(
      names = "--source-path",
      paramLabel = "FOLDERS",
      description = "Where source files are, as in a class path: reports then show the lines.")
  private String sourcePath;

  SuiteCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    FailOn policy = policy();
    Path reports = ReadingOptions.path(folder).toAbsolutePath();
    SuiteAnalysis suite = new SuiteAnalysis(options(policy));
    suite.addAll(reports.resolve("jvms"));
    if (suite.jvms() == 0) {
      io.say(
          reports.resolve("jvms")
              + ": no JVM was recorded here, expected folders with trace.sooth in them; so"
              + " nothing can be said of the tests");
      return ExitStatus.BAD_INPUT;
    }
    suite.write(reports);
    for (SuiteSummary.Line line : SuiteSummary.lines(suite, reports)) {
      if (line.warning() || !global.quiet) {
        io.err().println(line.text());
      }
    }
    boolean fails = policy != FailOn.NEVER && !suite.races().open().isEmpty();
    int status = fails ? ExitStatus.RACES : ExitStatus.OK;
    for (Failure failure : suite.failures()) {
      status = ExitStatus.worse(status, Failures.status(failure));
    }
    return status;
  }

  private FailOn policy() {
    try {
      return FailOn.of(failOn, baseline != null);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--fail-on: " + e.getMessage());
    }
  }

  private SuiteOptions options(FailOn policy) throws IOException {
    if (engines != null && !engines.levels().isEmpty()) {
      throw new UsageException("rv, recipe-s and recipe analyse single traces, with `analyze`");
    }
    List<Path> sources = new ArrayList<>();
    if (sourcePath != null) {
      for (String source : sourcePath.split(File.pathSeparator, -1)) {
        Path path = ReadingOptions.path(source);
        if (Files.isDirectory(path)) { // a project need not have all that its build would look in
          sources.add(path);
        }
      }
    }
    return SuiteOptions.of(
        engines == null ? List.of() : engines.engines(),
        timeout,
        policy,
        baseline == null ? null : ReadingOptions.existing(baseline),
        suppressions == null ? null : ReadingOptions.existing(suppressions),
        sources);
  }
}
