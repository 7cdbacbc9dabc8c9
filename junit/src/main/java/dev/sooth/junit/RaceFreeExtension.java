package dev.sooth.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Checks the tests that say {@link RaceFree}; all tests, if the configuration parameter {@value
 * #ALL} is {@code true} and extensions are detected by JUnit.
 */
public final class RaceFreeExtension implements InvocationInterceptor {
  /** The configuration parameter by which all tests are checked. */
  public static final String ALL = "sooth.raceFree";

  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(RaceFreeExtension.class);

  /** For JUnit. */
  public RaceFreeExtension() {}

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> test,
      ExtensionContext context)
      throws Throwable {
    check(invocation, test, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> test,
      ExtensionContext context)
      throws Throwable {
    check(invocation, test, context);
  }

  /** A test that a factory has made; the factory itself, which runs before them, is not checked. */
  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context)
      throws Throwable {
    check(invocation, () -> test.getExecutable().execute(), context);
  }

  private static void check(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> test,
      ExtensionContext context)
      throws Throwable {
    RaceCheck.Body again =
        () ->
            ReflectionSupport.invokeMethod(
                test.getExecutable(), test.getTarget().orElse(null), test.getArguments().toArray());
    check(invocation, again, context);
  }

  private static void check(
      Invocation<Void> invocation, RaceCheck.Body again, ExtensionContext context)
      throws Throwable {
    Optional<RaceFree> asked = asked(context);
    boolean all = context.getConfigurationParameter(ALL).map(Boolean::parseBoolean).orElse(false);
    // Named by an annotation and detected, it comes here twice.
    boolean isFirst =
        context.getStore(OURS).getOrComputeIfAbsent("who", key -> invocation) == invocation;
    if ((asked.isEmpty() && !all) || !isFirst) {
      invocation.proceed();
      return;
    }
    boolean[] proceeded = new boolean[1]; // an invocation can proceed once
    RaceCheck check =
        RaceCheck.of(
                () -> {
                  if (proceeded[0]) {
                    again.run();
                  } else {
                    proceeded[0] = true;
                    invocation.proceed();
                  }
                })
            .named(name(context));
    asked.ifPresent(
        options ->
            check
                .engines(options.engines())
                .budget(Duration.ofSeconds(options.budget()))
                .repetitions(options.repetitions()));
    if (asked.map(RaceFree::online).orElse(false)) {
      check.online();
    }
    if (asked.map(RaceFree::expect).orElse(RaceFree.Expect.NO_RACE) == RaceFree.Expect.RACE) {
      check.assertRace();
    } else {
      check.assertRaceFree();
    }
  }

  /** Of the method, else of its class, else of the class that this one is nested in. */
  private static Optional<RaceFree> asked(ExtensionContext context) {
    Optional<ExtensionContext> at = Optional.of(context);
    while (at.isPresent()) {
      Optional<RaceFree> found =
          AnnotationSupport.findAnnotation(at.get().getElement(), RaceFree.class);
      if (found.isPresent()) {
        return found;
      }
      at = at.get().getParent();
    }
    return Optional.empty();
  }

  /** Its method, or the one that has made it. */
  private static String name(ExtensionContext context) {
    ExtensionContext at = context;
    while (at.getTestMethod().isEmpty()) {
      at = at.getParent().orElseThrow();
    }
    return TestNames.of(
        at.getRequiredTestClass().getName(),
        at.getRequiredTestMethod().getName(),
        context.getUniqueId());
  }
}
