package dev.sooth.junit;

import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Tells the agent, if there is one, which test a thread begins and ends. The platform finds it by
 * itself and calls it in the thread of the test, for all of its engines.
 */
public final class SoothListener implements TestExecutionListener {
  private static final String TESTNG = "[engine:testng]";

  /** For the platform. */
  public SoothListener() {}

  @Override
  public void executionStarted(TestIdentifier test) {
    name(test).ifPresent(name -> Agent.find().ifPresent(agent -> agent.begin(name)));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    name(test).ifPresent(name -> Agent.find().ifPresent(agent -> agent.end(name)));
  }

  /** The name of a test, or of a class; nothing of what only contains some. */
  private static Optional<String> name(TestIdentifier test) {
    TestSource source = test.getSource().orElse(null);
    if (source instanceof ClassSource type) {
      return Optional.of("class " + type.getClassName());
    }
    if (test.getUniqueId().startsWith(TESTNG)) {
      return Optional.empty(); // which has its own listener, and numbers
    }
    if (source instanceof MethodSource method && test.isTest()) {
      return Optional.of(TestNames.of(method, test.getUniqueId(), test.getLegacyReportingName()));
    }
    return test.isTest() ? Optional.of(test.getUniqueId()) : Optional.empty();
  }
}
