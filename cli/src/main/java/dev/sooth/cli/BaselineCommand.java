package dev.sooth.cli;

import dev.sooth.analysis.Printable;
import dev.sooth.report.Baseline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks after the file of races that are known. */
@Command(
    name = "baseline",
    description = "Show or update the file of known races that --baseline reads.",
    footer = {
      "",
      "show FILE               the races that are known",
      "update FILE REPORT...   add those of JSON reports; makes the file if there is none"
    })
final class BaselineCommand implements Callable<Integer> {
  /** What to do. */
  enum Action {
    show,
    update
  }

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(index = "0", paramLabel = "ACTION", description = "show or update.")
  private Action action;

  @Parameters(index = "1", paramLabel = "FILE", description = "The baseline.")
  private String file;

  @Parameters(index = "2..*", paramLabel = "REPORT", description = "Reports in JSON.")
  private List<String> reports = List.of();

  @Option(
      names = "--replace",
      description = "Of update: forget what the reports do not have, such as what was mended.")
  private boolean replace;

  BaselineCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    return action == Action.show ? show() : update();
  }

  private int show() throws IOException {
    if (!reports.isEmpty()) {
      throw new UsageException("show takes one file");
    }
    Baseline baseline = new Baseline();
    ReportOptions.readBaseline(baseline, file);
    StringBuilder text = new StringBuilder();
    for (Baseline.Known race : baseline.all()) {
      text.append(race.fingerprint())
          .append("  ")
          .append(Printable.of(race.field()))
          .append(": ")
          .append(Printable.of(race.first()))
          .append(race.first().equals(race.second()) ? "" : " and " + Printable.of(race.second()))
          .append('\n');
    }
    io.out().write(text.toString().getBytes(StandardCharsets.UTF_8));
    io.out().flush();
    return ExitStatus.OK;
  }

  private int update() throws IOException {
    if (reports.isEmpty()) {
      throw new UsageException("update takes the file and one or more JSON reports");
    }
    Path path = ReadingOptions.path(file);
    Baseline before = new Baseline();
    if (Files.exists(path)) {
      ReportOptions.readBaseline(before, file);
    }
    OutputFile.requireOther(path, reports);
    int known = before.all().size();
    Baseline after = replace ? new Baseline() : before;
    for (String report : reports) {
      ReportOptions.readBaseline(after, report);
    }
    try (OutputFile written = new OutputFile(path)) {
      after.write(written.stream());
      written.commit();
    }
    if (!global.quiet) {
      io.say(
          "%s: %s known, %d before"
              .formatted(file, Printable.count(after.all().size(), "race"), known));
    }
    return ExitStatus.OK;
  }
}
