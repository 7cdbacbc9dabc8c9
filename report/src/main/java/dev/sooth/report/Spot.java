package dev.sooth.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source location of any form, as far as it can be understood: {@code Account.java:6
 * bank.Account.deposit} of the agent, {@code src/Cache.java:41}, or a text that only its writer
 * understands.
 *
 * @param file as it is named, with {@code /}; empty if it is not known
 * @param line from 1; 0 if it is not known
 * @param method with its class; empty if it is not known
 */
record Spot(String file, int line, String method) {
  private static final Pattern FILE_AND_LINE =
      Pattern.compile("([^\\r\\n]*[^:\\r\\n]):([0-9]{1,9})");

  static Spot of(String location) {
    Optional<Place> place = Place.of(location);
    if (place.isPresent()) {
      return new Spot(place.get().file(), place.get().line(), place.get().method());
    }
    Matcher parts = FILE_AND_LINE.matcher(location);
    return parts.matches()
        ? new Spot(parts.group(1), Integer.parseInt(parts.group(2)), "")
        : new Spot("", 0, "");
  }

  boolean hasLine() {
    return !file.isEmpty() && line > 0;
  }

  /** The file in the folder of its package, as far as that is known: {@code bank/Account.java}. */
  String path() {
    if (file.indexOf('/') >= 0 || method.isEmpty()) {
      return file;
    }
    int ofMethod = method.lastIndexOf('.');
    int ofClass = ofMethod < 0 ? -1 : method.lastIndexOf('.', ofMethod - 1);
    return ofClass < 0 ? file : method.substring(0, ofClass).replace('.', '/') + "/" + file;
  }
}
