package dev.sooth.trace;

import java.nio.charset.StandardCharsets;

/**
 * Pieces of the input as they appear in messages. The input may be hostile: a message must stay one
 * short line whatever a name holds.
 */
public final class Quoted {
  private static final int LONGEST = 60;

  private Quoted() {}

  /** The text on one line, shortened if it is long. */
  public static String plain(String text) {
    StringBuilder shown = new StringBuilder();
    int taken = 0;
    while (taken < text.length() && taken < LONGEST) {
      int c = text.codePointAt(taken);
      shown.appendCodePoint(isPrintable(c) ? c : '\uFFFD');
      taken += Character.charCount(c);
    }
    if (taken < text.length()) {
      shown.append('…');
    }
    return shown.toString();
  }

  /** The text in quotation marks. */
  public static String of(String text) {
    return "“" + plain(text) + "”";
  }

  /** The bytes {@code from <= i < to} in quotation marks. */
  public static String of(byte[] bytes, int from, int to) {
    int taken = Math.min(to - from, 4 * LONGEST + 4); // enough bytes for LONGEST characters and one
    return of(new String(bytes, from, taken, StandardCharsets.UTF_8));
  }

  private static boolean isPrintable(int c) {
    return !Character.isISOControl(c)
        && Character.isDefined(c)
        && Character.getType(c) != Character.SURROGATE
        && Character.getType(c) != Character.FORMAT // would reorder or hide the rest of the line
        && Character.getType(c) != Character.LINE_SEPARATOR
        && Character.getType(c) != Character.PARAGRAPH_SEPARATOR;
  }
}
