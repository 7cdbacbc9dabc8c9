package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SwitchPoint;

/**
 * Handles that a {@code SwitchPoint} guards: who takes the other way comes after all that was done
 * before any such point was switched. The JVM itself changes the way, in code that it has compiled.
 */
public final class SwitchPoints {
  private SwitchPoints() {}

  private static MethodHandle switched() {
    try {
      return MethodHandles.lookup()
          .findStatic(SwitchPoints.class, "seen", MethodType.methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("UnusedMethod") // looked up by name
  private static void seen() {
    JdkHooks.learn(SwitchPoints.class, 0); // the hidden variable is of this class
  }

  // ---- in place of the methods of the same names --------------------------------------------

  public static MethodHandle guardWithTest(
      SwitchPoint point, MethodHandle target, MethodHandle fallback) {
    return point.guardWithTest(target, MethodHandles.foldArguments(fallback, switched()));
  }

  public static void invalidateAll(SwitchPoint[] points) {
    JdkHooks.announce(SwitchPoints.class, 0);
    SwitchPoint.invalidateAll(points);
  }
}
