package dev.sooth.analysis;

import java.time.Duration;
import java.util.Locale;

/** Makes what stands in a trace fit for one line of a terminal. */
public final class Printable {
  private static final int LONGEST = 200;

  private Printable() {}

  /**
   * The text without control characters, which could move the cursor or break the line, and cut if
   * it is very long: a file of random bytes can hold names of any length.
   */
  public static String of(String text) {
    return of(text, LONGEST);
  }

  /** The same with another limit on the length. */
  public static String of(String text, int longest) {
    boolean clean = text.length() <= longest;
    for (int i = 0; clean && i < text.length(); i++) {
      clean = !isUnsafe(text.charAt(i));
    }
    if (clean) {
      return text;
    }
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length() && safe.length() < longest; i++) {
      char c = text.charAt(i);
      if (isUnsafe(c)) {
        safe.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        safe.append(c);
      }
    }
    if (text.length() > longest) {
      safe.append("… (").append(text.length()).append(" characters)");
    }
    return safe.toString();
  }

  /** Whether a terminal might do something else with it than to show it. */
  public static boolean isUnsafe(char c) {
    int type = Character.getType(c);
    return Character.isISOControl(c)
        || type == Character.FORMAT // bidirectional overrides and the like
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  /**
   * The text with {@code %s} and {@code %d} replaced; there is nothing else. The JDK's formatter
   * looks up the language, which takes longer than a small trace.
   */
  public static String fill(String format, Object... args) {
    StringBuilder text = new StringBuilder();
    int done = 0;
    for (Object arg : args) {
      int at = format.indexOf('%', done);
      char kind = format.charAt(at + 1);
      if (kind != 's' && kind != 'd') {
        throw new IllegalArgumentException(format);
      }
      text.append(format, done, at).append(arg);
      done = at + 2;
    }
    return text.append(format, done, format.length()).toString();
  }

  /** {@code 1 event}, {@code 2 events}. */
  public static String count(long n, String noun) {
    return grouped(n) + " " + noun + (n == 1 ? "" : "s");
  }

  /** {@code 1,234}. */
  public static String grouped(long n) {
    StringBuilder digits = new StringBuilder(Long.toString(n));
    int first = n < 0 ? 1 : 0;
    for (int at = digits.length() - 3; at > first; at -= 3) {
      digits.insert(at, ',');
    }
    return digits.toString();
  }

  /** A time as a person writes it: {@code 12 ms}, {@code 3.4 s}. */
  public static String millis(long millis) {
    return millis < 1000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }

  /** A limit of time in the shortest form that reads as the same: {@code 50 ms}, {@code 2 min}. */
  public static String duration(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + " ms";
    }
    long seconds = millis / 1000;
    return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + " min" : seconds + " s";
  }
}
