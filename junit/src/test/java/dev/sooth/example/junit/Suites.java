package dev.sooth.example.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs suites of tests inside of tests. */
final class Suites {
  private Suites() {}

  /** Runs the tests of a class; gives what their failures say, or an empty text, by their names. */
  static Map<String, String> run(Class<?> type, Map<String, String> parameters) {
    Map<String, String> ended = new TreeMap<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(type))
            .configurationParameter("sample", "true")
            .configurationParameters(parameters)
            .build();
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              synchronized (ended) {
                ended.merge(
                    test.getLegacyReportingName(),
                    result.getThrowable().map(Throwable::getMessage).orElse(""),
                    String::concat);
              }
            }
          }
        };
    LauncherFactory.create(LauncherConfig.builder().build()).execute(request, listener);
    return ended;
  }
}
