package dev.sooth.junit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** What tests are called: class and method, and which invocation of it if there are several. */
final class TestNames {
  private static final Pattern INVOCATION = Pattern.compile("#(\\d+)\\]$");

  private TestNames() {}

  static String of(MethodSource method, String uniqueId) {
    return of(method.getClassName(), method.getMethodName(), uniqueId);
  }

  static String of(String type, String method, String uniqueId) {
    Matcher invocation = INVOCATION.matcher(uniqueId);
    return type + "." + method + (invocation.find() ? "[" + invocation.group(1) + "]" : "");
  }
}
