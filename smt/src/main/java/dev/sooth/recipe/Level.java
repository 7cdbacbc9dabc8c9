package dev.sooth.recipe;

import dev.sooth.detect.Engine;

/** How much an execution may differ from the recorded one. */
public enum Level {
  /** All reads before the race see the recorded value, as of the RV that [RECIPE] compares with. */
  RV_ALL("rv-all", "finds those of executions in another order in which all reads see the same"),
  /** Reads that a later branch depends on see the recorded value. */
  RV("rv", "finds also those in which reads see other values that no branch depends on"),
  /** Reads may see other values as long as each thread takes the same way. */
  RECIPE_S("recipe-s", "finds also those in which reads see other values on the same way"),
  /** And threads may take branches that the run did not take. */
  RECIPE("recipe", "finds also those in branches that the run did not take");

  private final String id;
  private final Engine engine;

  Level(String id, String finds) {
    this.id = id;
    engine =
        Engine.named(id)
            .guarantee("every verified report is a race; " + finds, Engine.Trust.NEEDS_PROOF)
            .cost(
                "a trace with data flow in memory, questions to a solver; exponential at worst",
                Engine.Growth.EXPONENTIAL)
            .runElsewhere();
  }

  /** The name on the command line. */
  public String id() {
    return id;
  }

  /** What reports say of it; a {@link Prediction} runs it. */
  public Engine engine() {
    return engine;
  }
}
