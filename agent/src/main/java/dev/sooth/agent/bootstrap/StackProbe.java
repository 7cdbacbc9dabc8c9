package dev.sooth.agent.bootstrap;

/**
 * Makes sure that there is stack for what a hook is going to record, before it records anything. A
 * hook that stands before an action of the program and records it must not throw afterwards: then
 * the action would not take place. The overflow comes here instead.
 */
final class StackProbe {
  /** Frames; more than a hook and what it calls need, compiled or not. */
  private static final int DEPTH = 40;

  private StackProbe() {}

  static void check() {
    if (descend(DEPTH, 1, 2, 3) == 0) {
      throw new IllegalStateException();
    }
  }

  /** The arguments make the frame larger and keep the recursion from being a loop. */
  private static long descend(int depth, long a, long b, long c) {
    return depth == 0 ? a | 1 : descend(depth - 1, b, c, a ^ depth) + 2;
  }
}
