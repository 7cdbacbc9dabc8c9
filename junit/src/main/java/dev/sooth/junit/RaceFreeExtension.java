package dev.sooth.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
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

  private static void check(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> test,
      ExtensionContext context)
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
                    ReflectionSupport.invokeMethod(
                        test.getExecutable(),
                        test.getTarget().orElse(null),
                        test.getArguments().toArray());
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

  private static Optional<RaceFree> asked(ExtensionContext context) {
    Optional<RaceFree> ofMethod =
        AnnotationSupport.findAnnotation(context.getElement(), RaceFree.class);
    return ofMethod.isPresent()
        ? ofMethod
        : AnnotationSupport.findAnnotation(context.getTestClass(), RaceFree.class);
  }

  private static String name(ExtensionContext context) {
    return TestNames.of(
        context.getRequiredTestClass().getName(),
        context.getRequiredTestMethod().getName(),
        context.getUniqueId());
  }
}
