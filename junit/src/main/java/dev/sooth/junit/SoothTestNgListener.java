package dev.sooth.junit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestResult;

/**
 * Tells the agent, if there is one, which test of TestNG a thread begins and ends. TestNG finds it
 * by itself and calls it in the thread of the test.
 */
public final class SoothTestNgListener implements IInvokedMethodListener {
  private static final Map<String, Integer> INVOCATIONS = new ConcurrentHashMap<>();

  /** What the current thread has begun, for all of us: TestNG may make several and call each. */
  private static final ThreadLocal<Begun> BEGUN = new ThreadLocal<>();

  private record Begun(String name, ITestResult result) {}

  /** For TestNG. */
  public SoothTestNgListener() {}

  @Override
  public void beforeInvocation(IInvokedMethod method, ITestResult result) {
    // Its engine for the JUnit Platform asks TestNG for its tests by a run without them.
    boolean isRun = method.isTestMethod() && !Boolean.getBoolean("testng.mode.dryrun");
    Begun earlier = BEGUN.get();
    if (isRun && (earlier == null || earlier.result() != result)) {
      end(); // TestNG does not tell the end of all that it tells the begin of
      String name = name(method, result);
      BEGUN.set(new Begun(name, result));
      Agent.find().ifPresent(agent -> agent.begin(name));
    }
  }

  @Override
  public void afterInvocation(IInvokedMethod method, ITestResult result) {
    if (method.isTestMethod()) {
      end();
    }
  }

  private static void end() {
    Begun begun = BEGUN.get();
    if (begun != null) {
      BEGUN.remove();
      Agent.find().ifPresent(agent -> agent.end(begun.name()));
    }
  }

  /** The test that the current thread is in; null if it is in none. */
  static String current() {
    Begun begun = BEGUN.get();
    return begun == null ? null : begun.name();
  }

  /** With a number if it has parameters, from 1 as in JUnit: they have none of their own. */
  private static String name(IInvokedMethod method, ITestResult result) {
    String name =
        method.getTestMethod().getRealClass().getName()
            + "."
            + method.getTestMethod().getMethodName();
    boolean hasParameters = result.getParameters().length > 0;
    return hasParameters ? name + "[" + INVOCATIONS.merge(name, 1, Integer::sum) + "]" : name;
  }
}
