package dev.sooth.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source location of the agent's form, {@code Account.java:6 bank.Account.deposit}.
 *
 * @param method with its class
 */
record Place(String file, int line, String method) {
  private static final Pattern FORM = Pattern.compile("(\\S+):([0-9]{1,9}) (\\S+)");
  private static final String CONSTRUCTOR = ".<init>";

  /** The parts, if it has all of them. */
  static Optional<Place> of(String location) {
    Matcher parts = FORM.matcher(location);
    return parts.matches()
        ? Optional.of(new Place(parts.group(1), Integer.parseInt(parts.group(2)), parts.group(3)))
        : Optional.empty();
  }

  /** The location without the method, if it has one: {@code Account.java:6}. */
  static String lineOf(String location) {
    return of(location).map(place -> place.file + ":" + place.line).orElse(location);
  }

  boolean isInTheMethodOf(Place other) {
    return file.equals(other.file) && method.equals(other.method);
  }

  /** The name of the method without its class. */
  String simpleMethod() {
    return method.substring(method.lastIndexOf('.') + 1);
  }

  boolean isConstructor() {
    return method.endsWith(CONSTRUCTOR);
  }

  /** The class of a constructor. */
  String constructed() {
    return method.substring(0, method.length() - CONSTRUCTOR.length());
  }
}
