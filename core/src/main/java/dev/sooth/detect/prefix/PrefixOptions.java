package dev.sooth.detect.prefix;

/**
 * How much of the granular prefix races to look for. Every choice is sound; only {@link #complete}
 * finds all.
 *
 * @param grains what a grain can be ([Ang25] section 7.1, Sh)
 * @param grainSize the most events of a grain, its racing access included (Sz); 0 for no limit
 * @param states the most states for each variable, the least recently used go (LRU); 0 for no limit
 * @param workers how many threads share the variables; the reports do not depend on it
 */
public record PrefixOptions(Grains grains, int grainSize, int states, int workers) {
  private static volatile PrefixOptions defaults =
      new PrefixOptions(
          Grains.SECTION, 0, 0, Math.min(2, Runtime.getRuntime().availableProcessors()));

  public PrefixOptions {
    if (grainSize < 0 || states < 0 || workers < 1) {
      throw new IllegalArgumentException(
          "grain size %d, states %d, workers %d".formatted(grainSize, states, workers));
    }
  }

  /** What an engine that is made without options uses. */
  public static PrefixOptions defaults() {
    return defaults;
  }

  /** Replaces the defaults, for instance by what the command line says, before engines are made. */
  public static void setDefaults(PrefixOptions options) {
    defaults = options;
  }

  /** No heuristics. */
  public static PrefixOptions complete() {
    return new PrefixOptions(Grains.ANY, 0, 0, defaults.workers);
  }

  /** Whether all granular prefix races are found. */
  public boolean isComplete() {
    return grains == Grains.ANY && grainSize == 0 && states == 0;
  }

  /** For the report: which heuristics are on, and whether the result is complete. */
  public String describe() {
    return "grains %s, grain size %s, states a variable %s: %s"
        .formatted(
            grains.name().toLowerCase(java.util.Locale.ROOT),
            grainSize == 0 ? "unlimited" : grainSize,
            states == 0 ? "unlimited" : states,
            isComplete() ? "complete" : "not complete");
  }
}
