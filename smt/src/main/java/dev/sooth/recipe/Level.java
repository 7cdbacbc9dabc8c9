package dev.sooth.recipe;

/** How much an execution may differ from the recorded one. */
public enum Level {
  /** All reads before the race see the recorded value, as of the RV that [RECIPE] compares with. */
  RV_ALL("rv-all"),
  /** Reads that a later branch depends on see the recorded value. */
  RV("rv"),
  /** Reads may see other values as long as each thread takes the same way. */
  RECIPE_S("recipe-s"),
  /** And threads may take branches that the run did not take. */
  RECIPE("recipe");

  private final String id;

  Level(String id) {
    this.id = id;
  }

  /** The name on the command line. */
  public String id() {
    return id;
  }
}
