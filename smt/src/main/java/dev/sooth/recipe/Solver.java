package dev.sooth.recipe;

/** Finds executions that keep to formulas. */
public interface Solver extends AutoCloseable {
  /** What came out. */
  enum Answer {
    SATISFIABLE,
    UNSATISFIABLE,
    UNKNOWN
  }

  /** Something that always holds. */
  void add(Formula formula);

  /** Whether this can hold besides; the model stays until the next question. */
  Answer check(Formula question, long millis);

  /** Whether the formula, a variable, holds in the model. */
  boolean holds(Formula variable);

  /** Where the node is in the order of the model. */
  long order(Node node);

  @Override
  void close();
}
