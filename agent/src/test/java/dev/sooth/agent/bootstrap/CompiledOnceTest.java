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

  @Test
  void hooksOfWhatSynchronisesAreNotInlined() {
    List<String> inlined = new ArrayList<>();
    int hooks = 0;
    for (Class<?> type : HOOKS) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers()) && !NO_HOOKS.contains(method.getName())) {
          hooks++;
          boolean never =
              Arrays.stream(method.getAnnotations())
                  .anyMatch(a -> a.annotationType().getSimpleName().equals("DontInline"));
          if (!never) {
            inlined.add(type.getSimpleName() + "." + method.getName());
          }
        }
      }
    }
    assertThat(hooks).isGreaterThan(90);
    assertThat(inlined).isEmpty();
  }
}
