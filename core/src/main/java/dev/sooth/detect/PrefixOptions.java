package dev.sooth.detect;

import java.util.Locale;

/**
 * How much of the granular prefix races to look for: the command line's {@code --grain-shape},
 * {@code --grain-size}, {@code --lru} and {@code --complete}. Every choice is sound; {@link
 * #complete} finds all of the class, {@link #anyGrains} these and more.
 *
 * @param grains what a grain can be ([Ang25] section 7.1, Sh)
 * @param grainSize the most events of a grain, its racing access included (Sz); 0 for no limit
 * @param states the most states for each variable, the least recently used go (LRU); 0 for no limit
 * @param workers how many threads share the variables; the reports do not depend on it
 */
public record PrefixOptions(Grains grains, int grainSize, int states, int workers) {
  /** Measured in {@code docs/prefix.md}: the published races and more, in a second. */
  private static final PrefixOptions DEFAULTS = new PrefixOptions(Grains.SECTION, 256, 16, 1);

  private static volatile PrefixOptions current = DEFAULTS;

  public PrefixOptions {
    if (grainSize < 0 || states < 0 || workers < 1) {
      throw new IllegalArgumentException(
          "grain size %d, states %d, workers %d".formatted(grainSize, states, workers));
    }
  }

  /** What is on when nothing is said. */
  public static PrefixOptions defaults() {
    return DEFAULTS;
  }

  /** No heuristics: the class as it is defined. */
  public static PrefixOptions complete() {
    return new PrefixOptions(Grains.CONTIGUOUS, 0, 0, 1);
  }

  /** No heuristics, and grains that need not be contiguous. */
  public static PrefixOptions anyGrains() {
    return new PrefixOptions(Grains.ANY, 0, 0, 1);
  }

  /** What detectors that are created from now on use, with the threads of {@link Parallelism}. */
  public static PrefixOptions current() {
    return current.withWorkers(Parallelism.threads());
  }

  /** Sets the options for detectors that are created from now on. */
  public static void setCurrent(PrefixOptions options) {
    current = options;
  }

  /** The same for so many threads. */
  public PrefixOptions withWorkers(int number) {
    return new PrefixOptions(grains, grainSize, states, number);
  }

  /** Whether all granular prefix races are found. */
  public boolean isComplete() {
    return isOfAnyShape() && grainSize == 0 && states == 0;
  }

  /** Whether grains can be more than a section. */
  public boolean isOfAnyShape() {
    return grains == Grains.ANY || grains == Grains.CONTIGUOUS;
  }

  /** The shape of grains as the command line names it. */
  public String shape() {
    return grains.name().toLowerCase(Locale.ROOT);
  }

  /** For the report: which heuristics were on, and whether the result is complete. */
  public String describe() {
    if (isComplete()) {
      return grains == Grains.ANY
          ? "no heuristics, grains that need not be contiguous: complete, and more than the class"
          : "no heuristics: complete";
    }
    StringBuilder on = new StringBuilder();
    if (!isOfAnyShape()) {
      on.append(", grains of one section");
    }
    if (grainSize > 0) {
      on.append(", at most ").append(grainSize).append(" events a grain");
    }
    if (states > 0) {
      on.append(", at most ").append(states).append(" states a variable");
    }
    return on.substring(2) + ": not complete";
  }
}
