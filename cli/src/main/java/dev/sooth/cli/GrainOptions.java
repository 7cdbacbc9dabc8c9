package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.prefix.PrefixOptions;
import picocli.CommandLine.Option;

/** How much the engine gprefix looks for. */
final class GrainOptions {
  /** What a grain can be. */
  enum Shape {
    section,
    any
  }

  @Option(
      names = "--grain-shape",
      paramLabel = "SHAPE",
      description =
          "Of gprefix: grains from the acquire of one critical section to the first access"
              + " (section), or any, contiguous or not (default: section).")
  private Shape shape;

  @Option(
      names = "--grain-size",
      paramLabel = "N",
      description =
          "Of gprefix: at most N events a grain (default: 256, no limit with --grain-shape any).")
  private Integer size;

  @Option(
      names = "--lru",
      paramLabel = "N",
      description =
          "Of gprefix: at most N states a variable; those of the earliest accesses go (default:"
              + " 16, no limit with --grain-shape any).")
  private Integer states;

  @Option(
      names = "--complete",
      description =
          "Of gprefix: no heuristics, all races of its class, and no others on traces of up to 256"
              + " events; needs the trace in memory, and is slow on many traces.")
  private boolean complete;

  /** The engine with these options if they are for it. */
  Engine applyTo(Engine engine) {
    return engine.takes(PrefixOptions.class) ? engine.with(options()) : engine;
  }

  /** Refuses what does not go together, whichever engine runs. */
  PrefixOptions options() {
    if (complete && (shape != null || size != null || states != null)) {
      throw wrong("--complete means none of --grain-shape, --grain-size and --lru");
    }
    if (size != null && size < 1) {
      throw wrong("--grain-size must be at least 1");
    }
    if (states != null && states < 1) {
      throw wrong("--lru must be at least 1");
    }
    if (complete) {
      return PrefixOptions.complete();
    }
    PrefixOptions options =
        shape == Shape.any ? PrefixOptions.anyGrains() : PrefixOptions.defaults();
    options = size == null ? options : options.withGrainSize(size);
    return states == null ? options : options.withStates(states);
  }

  private static UsageException wrong(String message) {
    return new UsageException(message);
  }
}
