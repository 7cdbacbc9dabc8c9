package dev.sooth.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which classes of the program are instrumented. Patterns are class names with {@code *} for any
 * characters; an exclusion wins over an inclusion.
 */
public final class ClassFilter {
  private final List<Pattern> include;
  private final List<Pattern> exclude;

  public ClassFilter(List<String> include, List<String> exclude) {
    this.include = compile(include);
    this.exclude = compile(exclude);
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
