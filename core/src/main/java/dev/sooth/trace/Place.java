package dev.sooth.trace;

/**
 * A place in a program's source, in parts. Its text is {@code Account.java:14
 * bank.Account.deposit}; a text of another form is one part, so every text stays what it was.
 *
 * @param file the source file, or the whole text
 * @param line from 1, 0 if it is not known
 * @param type the class with its package; empty if it is not known, and then so is the method
 * @param method the method
 */
public record Place(String file, int line, String type, String method) {
  /** A place that is nothing but a text. */
  private static Place opaque(String text) {
    return new Place(text, 0, "", "");
  }

  /** The parts of a text; {@link #text} of them is the same again. */
  public static Place parse(String text) {
    int space = text.indexOf(' ');
    String before = space < 0 ? text : text.substring(0, space);
    String after = space < 0 ? "" : text.substring(space + 1);
    int colon = before.lastIndexOf(':');
    int line = colon < 0 ? 0 : number(before, colon + 1);
    int dot = after.lastIndexOf('.');
    Place place =
        new Place(
            line == 0 ? before : before.substring(0, colon),
            line,
            dot < 0 ? "" : after.substring(0, dot),
            dot < 0 ? "" : after.substring(dot + 1));
    return place.text().equals(text) ? place : opaque(text);
  }

  private static int number(String text, int from) {
    if (text.length() - from > 9) {
      return 0;
    }
    int number = 0;
    for (int i = from; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** The place as it stands in reports and in traces that are text. */
  public String text() {
    String where = line == 0 ? file : file + ":" + line;
    return type.isEmpty() ? where : where + " " + type + "." + method;
  }
}
