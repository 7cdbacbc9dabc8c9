package dev.sooth.cli;

import dev.sooth.recipe.Level;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** What {@code run} can record besides the events, for the engines that look at values. */
final class DeepOptions {
  @Option(
      names = "--dataflow",
      description =
          "Record how each thread went, too: branches, values, results of calls. The engines rv,"
              + " recipe-s and recipe need it.")
  boolean dataflow;

  @Option(
      names = "--deep",
      description = "Record with --dataflow, and analyse with recipe after the cheap engines.")
  boolean deep;

  boolean any() {
    return dataflow || deep;
  }

  /** Analyses a trace with them, if any are asked for; returns a status. */
  int analyze(
      Io io,
      boolean quiet,
      Duration timeout,
      boolean witness,
      EngineList engines,
      Path trace,
      ByteArrayOutputStream text)
      throws IOException {
    List<Level> levels = levels(engines);
    if (levels.isEmpty()) {
      return ExitStatus.OK;
    }
    StringBuilder report = new StringBuilder();
    int status =
        new DeepAnalysis(io, quiet, timeout, witness).analyze(trace.toString(), levels, report);
    text.write(report.toString().getBytes(StandardCharsets.UTF_8));
    return status;
  }

  /** What the agent is told. */
  String ofTheAgent(EngineList engines) {
    return dataflow || !levels(engines).isEmpty() ? ",dataflow" : "";
  }

  /** Which engines that look at values are asked for, by name or by {@code --deep}. */
  List<Level> levels(EngineList engines) {
    if (deep) {
      return List.of(Level.RV, Level.RECIPE_S, Level.RECIPE);
    }
    return engines == null ? List.of() : engines.levels();
  }
}
