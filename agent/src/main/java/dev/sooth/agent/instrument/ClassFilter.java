package dev.sooth.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which classes of the program are instrumented. Patterns are class names with {@code *} for any
 * characters; an exclusion wins over an inclusion.
 */
public final class ClassFilter {
  /**
   * What other agents load into the program. They count and measure without locks by design, and
   * are nobody's to mend who runs the program. JaCoCo's names are those that it is shaded to.
   */
  private static final List<String> OTHER_AGENTS =
      List.of(
          "org.jacoco.agent.rt.",
          "io.opentelemetry.javaagent.",
          "com.newrelic.agent.",
          "com.newrelic.weave.",
          "datadog.trace.",
          "co.elastic.apm.agent.",
          "com.intellij.rt.",
          "org.jetbrains.kotlinx.coverage.",
          "net.bytebuddy.agent.");

  private final List<Pattern> include;
  private final List<Pattern> exclude;

  public ClassFilter(List<String> include, List<String> exclude) {
    this.include = compile(include);
    this.exclude = compile(exclude);
  }

  /** The tools of the JDK, which the loader of the program loads: the compiler of a source file. */
  private static final List<String> JDK_TOOLS =
      List.of("com.sun.tools.", "com.sun.source.", "jdk.javadoc.", "jdk.jshell.", "sun.tools.");

  /** Whose class this is if it is not the program's; null if it is, or if an option names it. */
  String owner(String internalName) {
    String name = internalName.replace('/', '.');
    if (!include.isEmpty() && matches(include, name)) {
      return null;
    }
    if (JDK_TOOLS.stream().anyMatch(name::startsWith)) {
      return "a tool of the JDK";
    }
    return OTHER_AGENTS.stream().anyMatch(name::startsWith) ? "another agent" : null;
  }

  /** Whether this class of the program is wanted. */
  public boolean accepts(String internalName) {
    String name = internalName.replace('/', '.');
    if (name.startsWith("dev.sooth.agent.") || name.startsWith("dev.sooth.junit.")) {
      return false; // ours
    }
    return (include.isEmpty() || matches(include, name)) && !matches(exclude, name);
  }

  private static boolean matches(List<Pattern> patterns, String name) {
    for (Pattern pattern : patterns) {
      if (pattern.matcher(name).matches()) {
        return true;
      }
    }
    return false;
  }

  private static List<Pattern> compile(List<String> globs) {
    List<Pattern> patterns = new ArrayList<>();
    for (String glob : globs) {
      StringBuilder regex = new StringBuilder();
      for (String piece : glob.split("\\*", -1)) {
        if (!regex.isEmpty()) {
          regex.append(".*");
        }
        regex.append(Pattern.quote(piece));
      }
      patterns.add(Pattern.compile(regex.toString()));
    }
    return patterns;
  }
}
