package dev.sooth.testkit;

import java.util.Comparator;

/** Two positions of a trace, the earlier first. */
public record Pair(int first, int second) implements Comparable<Pair> {
  private static final Comparator<Pair> TRACE_ORDER =
      Comparator.comparingInt(Pair::second).thenComparingInt(Pair::first);

  public Pair {
    if (first >= second) {
      throw new IllegalArgumentException("pair " + first + ", " + second + " is not in order");
    }
  }

  /** By second event, as engines report, then by first event. */
  @Override
  public int compareTo(Pair other) {
    return TRACE_ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "(" + first + "," + second + ")";
  }
}
