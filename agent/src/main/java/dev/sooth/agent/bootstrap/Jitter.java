package dev.sooth.agent.bootstrap;

/**
 * Pauses between a hook and the step of the JDK that it stands for, on demand. In a plain run
 * another thread comes between the two once in a million times; a model that is wrong about what
 * may happen there is found by making it happen. The tests of the models run with it.
 */
final class Jitter {
  private static final long LONGEST_NANOS = 200_000;

  /** 0 for none. Set before the first event. */
  static int seed;

  private Jitter() {}

  /** Pauses at one of eight calls; never in the scheduler, which may not be entered here. */
  static void pause(ThreadLog log) {
    if (seed != 0) {
      int x = log.jitter == 0 ? seed * 0x9E3779B9 + log.number : log.jitter;
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      log.jitter = x;
      if ((x & 7) == 0) {
        long end = System.nanoTime() + Math.floorMod(x >> 3, LONGEST_NANOS);
        while (System.nanoTime() - end < 0) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
