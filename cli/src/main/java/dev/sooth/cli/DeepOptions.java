package dev.sooth.cli;

import dev.sooth.recipe.Level;
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
