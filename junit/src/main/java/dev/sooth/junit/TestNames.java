package dev.sooth.junit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** What tests are called: class and method, and which invocation of it if there are several. */
final class TestNames {
  private static final Pattern INVOCATION = Pattern.compile("#(\\d+)\\]$");

  /** Of parameters of JUnit 4, by themselves or before what a test calls them. */
  private static final Pattern NUMBER = Pattern.compile("^[^\\[(]*\\[(\\d+)[]:]");

  private TestNames() {}

  /**
   * Of a test of any engine.
   *
   * @param reported as in the reports of older tools, where JUnit 4 has a number, too
   */
  static String of(MethodSource method, String uniqueId, String reported) {
    String name = of(method.getClassName(), method.getMethodName(), uniqueId);
    Matcher number = NUMBER.matcher(reported);
    return !name.endsWith("]") && number.find() ? name + "[" + number.group(1) + "]" : name;
  }

  static String of(String type, String method, String uniqueId) {
    Matcher invocation = INVOCATION.matcher(uniqueId);
    return type + "." + method + (invocation.find() ? "[" + invocation.group(1) + "]" : "");
  }
}
