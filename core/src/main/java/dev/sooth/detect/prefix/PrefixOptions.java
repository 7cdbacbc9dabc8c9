package dev.sooth.detect.prefix;

import dev.sooth.detect.EngineOptions;
import dev.sooth.detect.Heuristics;
import java.util.Locale;
import java.util.Optional;

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
public record PrefixOptions(Grains grains, int grainSize, int states, int workers)
    implements EngineOptions {
  /** Measured in {@code docs/prefix.md}: the published races and more, in a second. */
  private static final PrefixOptions DEFAULTS = new PrefixOptions(Grains.SECTION, 256, 16, 1);

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

  /** The same with at most so many events a grain; 0 for no limit. */
  public PrefixOptions withGrainSize(int most) {
    return new PrefixOptions(grains, most, states, workers);
  }

  /** The same with at most so many states a variable; 0 for no limit. */
  public PrefixOptions withStates(int most) {
    return new PrefixOptions(grains, grainSize, most, workers);
  }

  @Override
  public PrefixOptions withThreads(int number) {
    return new PrefixOptions(grains, grainSize, states, number);
  }

  @Override
  public boolean allowsStreaming() {
    return grains != Grains.CONTIGUOUS;
  }

  @Override
  public Optional<Heuristics> heuristics() {
    Heuristics on =
        Heuristics.of(describe()).with("grainShape", grains.name().toLowerCase(Locale.ROOT));
    on = grainSize > 0 ? on.with("grainSize", grainSize) : on;
    on = states > 0 ? on.with("lru", states) : on;
    return Optional.of(on.with("complete", isComplete()));
  }

  /** Whether all granular prefix races are found. */
  public boolean isComplete() {
    return isOfAnyShape() && grainSize == 0 && states == 0;
  }

  /** Whether grains can be more than a section. */
  public boolean isOfAnyShape() {
    return grains == Grains.ANY || grains == Grains.CONTIGUOUS;
  }

  /** Which heuristics are on, and whether the result is complete. */
  private String describe() {
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
