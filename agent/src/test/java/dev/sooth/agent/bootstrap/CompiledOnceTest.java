package dev.sooth.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hooks that the JIT must not compile anew in each method of the program that calls them. */
class CompiledOnceTest {
  private static final List<Class<?>> HOOKS =
      List.of(
          AtomicHooks.class,
          ClassHooks.class,
          CollectionHooks.class,
          JdkHooks.class,
          JdkLocks.class,
          ObservedHooks.class,
          OpaqueHooks.class,
          PlainObjectHooks.class,
          RecordedJdkHooks.class,
          ThreadHooks.class,
          UnsafeHooks.class);

  /** Called once, by the recorder, or when a class is instrumented. */
  private static final Set<String> NO_HOOKS = Set.of("install", "madeFor", "noteReference");

  private static final Set<String> OTHERS =
      Set.of(
          "entered",
          "calling",
          "left",
          "monitorEntering",
          "monitorEntered",
          "methodMonitorEntered",
          "monitorExiting",
          "notifying");

  @Test
  void hooksOfWhatSynchronisesAreNotInlined() {
    List<Method> hooks = new ArrayList<>();
    for (Class<?> type : HOOKS) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers()) && !NO_HOOKS.contains(method.getName())) {
          hooks.add(method);
        }
      }
    }
    for (Method method : Hooks.class.getDeclaredMethods()) {
      if (OTHERS.contains(method.getName())) {
        hooks.add(method);
      }
    }
    assertThat(hooks).hasSizeGreaterThan(90);
    assertThat(hooks).allMatch(CompiledOnceTest::isNeverInlined);
  }

  private static boolean isNeverInlined(Method method) {
    return Arrays.stream(method.getAnnotations())
        .anyMatch(a -> a.annotationType().getSimpleName().equals("DontInline"));
  }
}
