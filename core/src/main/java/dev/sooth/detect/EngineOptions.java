package dev.sooth.detect;

import java.util.Optional;

/**
 * The options of a family of engines: an immutable record, validated once, by its constructor. They
 * travel with the {@link Engine} into the run and come back in its result.
 */
public interface EngineOptions {
  /** The same for so many threads; itself if the engine works in one only. */
  EngineOptions withThreads(int threads);

  /** Whether an engine that can do with one pass over a stream does so with these options. */
  default boolean allowsStreaming() {
    return true;
  }

  /** What is left out to be fast; nothing if all of the engine's class is found. */
  default Optional<Heuristics> heuristics() {
    return Optional.empty();
  }

  /** Of an engine that has nothing to choose and works in the calling thread. */
  record None() implements EngineOptions {
    @Override
    public None withThreads(int threads) {
      return this;
    }
  }

  /**
   * Of an engine that can share its work; what it reports does not depend on it.
   *
   * @param threads at least 1, the calling thread included
   */
  record Threads(int threads) implements EngineOptions {
    /** What is on when nothing is said. */
    public static final Threads ONE = new Threads(1);

    public Threads {
      if (threads < 1) {
        throw new IllegalArgumentException("at least one thread is needed, not " + threads);
      }
    }

    @Override
    public Threads withThreads(int number) {
      return new Threads(number);
    }
  }
}
