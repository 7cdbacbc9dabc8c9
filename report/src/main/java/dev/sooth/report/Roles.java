package dev.sooth.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Threads by what they do: names that differ only in numbers are one role, with a star for a number
 * that differs, as in {@code pool-1-thread-*}. A thread that is alone keeps its name.
 */
final class Roles {
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private Roles() {}

  /** The roles of these threads, in the order in which they first occur. */
  static List<String> of(Collection<String> threads) {
    Map<String, List<String>> numbers = new LinkedHashMap<>(); // of a role, null where they differ
    for (String thread : threads) {
      List<String> own =
          new ArrayList<>(NUMBER.matcher(thread).results().map(MatchResult::group).toList());
      numbers.merge(kind(thread), own, Roles::common);
    }
    List<String> roles = new ArrayList<>();
    numbers.forEach((shape, kept) -> roles.add(name(shape, kept)));
    return roles;
  }

  /** The name without its numbers. */
  static String kind(String thread) {
    return NUMBER.matcher(thread).replaceAll("0");
  }

  private static List<String> common(List<String> some, List<String> others) {
    for (int i = 0; i < some.size(); i++) {
      if (some.get(i) != null && !some.get(i).equals(others.get(i))) {
        some.set(i, null);
      }
    }
    return some;
  }

  private static String name(String shape, List<String> numbers) {
    StringBuilder name = new StringBuilder();
    int next = 0;
    for (int i = 0; i < shape.length(); i++) {
      if (shape.charAt(i) == '0') {
        String number = numbers.get(next++);
        name.append(number == null ? "*" : number);
      } else {
        name.append(shape.charAt(i));
      }
    }
    return name.toString();
  }
}
