package dev.sooth.trace.generate;

/**
 * SplitMix64: a few instructions a draw, and the same numbers on every JDK for ever, which {@code
 * java.util} does not promise.
 */
final class FastRandom {
  private long state;

  FastRandom(long seed) {
    state = seed;
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** 0 to bound - 1. */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** 0 (included) to 1 (excluded). */
  double unit() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** True with this probability. */
  boolean chance(double probability) {
    return unit() < probability;
  }
}
