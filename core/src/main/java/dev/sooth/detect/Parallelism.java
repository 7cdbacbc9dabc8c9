package dev.sooth.detect;

/**
 * How many threads an engine that can use more than one may use: the command line's {@code
 * --threads}. What an engine reports never depends on it.
 */
public final class Parallelism {
  private static volatile int threads = 1;

  private Parallelism() {}

  /** At least 1. */
  public static int threads() {
    return threads;
  }

  /** Sets the number for detectors that are created from now on. */
  public static void setThreads(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + number);
    }
    threads = number;
  }
}
