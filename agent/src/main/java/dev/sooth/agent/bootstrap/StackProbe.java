package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.DontInline;

/**
 * Makes sure that there is stack for the hooks that are going to be called from here, before
 * anything is recorded or done. A monitor that is entered must be seen left; a hook that records
 * what the program is about to do must not throw afterwards. The overflow comes here instead.
 *
 * <p>Mostly only the entry of those hooks needs it: what they call may use the pages that the JVM
 * keeps back for {@code ReservedStackAccess}, which count from the annotated method's own frame on.
 */
final class StackProbe {
  /** Frames; together larger than that of any hook, compiled or not. */
  private static final int ENTRY = 16;

  /** Frames; together larger than a hook and all that it calls. */
  private static final int WHOLE = 40;

  private StackProbe() {}

  /** Makes sure that a hook can be entered from here. */
  static void check() {
    descend(ENTRY, 1, 2, 3);
  }

  /**
   * Makes sure that a hook can do all its work without the pages that are kept back: when it uses
   * them the overflow comes at its end, and a lock that is to be given then would not be.
   */
  static void checkWhole() {
    descend(WHOLE, 1, 2, 3);
  }

  /** The arguments make the frame larger and keep the recursion from being a loop. */
  @DontInline
  private static long descend(int depth, long a, long b, long c) {
    return depth == 0 ? a | 1 : descend(depth - 1, b, c, a ^ depth) + 2;
  }
}
