package dev.sooth.testkit;

import java.util.Set;

/**
 * What an engine must report on a trace.
 *
 * @param pairs these pairs
 * @param whole whether they are all; if not, what comes on top must be proved
 */
public record Expectation(Set<Pair> pairs, boolean whole) {
  /** These pairs and no others. */
  public static Expectation exactly(Set<Pair> pairs) {
    return new Expectation(pairs, true);
  }

  /** These pairs, and others if they are proved. */
  public static Expectation atLeast(Set<Pair> pairs) {
    return new Expectation(pairs, false);
  }
}
