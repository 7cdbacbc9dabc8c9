package dev.sooth.junit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * What tests are called: class and method, and which invocation of it if there are several. With
 * numbers at more than one level it has all of them, from the outermost: two tests never share a
 * name.
 */
final class TestNames {
  /** Of a template, of a class or of a method, of a container of dynamic tests, of Spock. */
  private static final Pattern INVOCATION = Pattern.compile("\\[(?:[a-z-]+:#|iteration:)(\\d+)]");

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
    String numbers =
        INVOCATION
            .matcher(uniqueId)
            .results()
            .map(number -> number.group(1))
            .collect(Collectors.joining("."));
    return type + "." + method + (numbers.isEmpty() ? "" : "[" + numbers + "]");
  }
}
