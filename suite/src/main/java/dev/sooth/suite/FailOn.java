package dev.sooth.suite;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which races make a build fail. */
public enum FailOn {
  /** All that are not suppressed. */
  ANY,
  /** Those that are not known. */
  NEW,
  /** None. */
  NEVER;

  /**
   * What the user said, or null if nothing: then what is known does not count.
   *
   * @param baseline whether anything is known
   * @throws IllegalArgumentException whose message is for the user
   */
  public static FailOn of(String text, boolean baseline) {
    if (text == null) {
      return NEW;
    }
    for (FailOn policy : values()) {
      if (policy.id().equals(text)) {
        if (policy == NEW && !baseline) {
          throw new IllegalArgumentException(
              "new needs a baseline, a file that says what is known");
        }
        return policy;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is none of %s"
            .formatted(
                text, Stream.of(values()).map(FailOn::id).collect(Collectors.joining(", "))));
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
