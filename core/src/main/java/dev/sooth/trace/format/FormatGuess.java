package dev.sooth.trace.format;

import java.nio.charset.StandardCharsets;

/**
 * The text format that the beginning of an input has: that of its first line that looks like an
 * event of some format. Lines before it that look like none are for the reader to complain about.
 *
 * @param format the format, or null
 * @param firstLine the first line that is neither blank nor a comment, or null
 * @param firstLineNumber its number
 * @param needsMore whether nothing was found and there is more text than was looked at
 */
record FormatGuess(TraceFormat format, String firstLine, long firstLineNumber, boolean needsMore) {
  private static final int LONGEST_QUOTE = 400;

  /** Looks at the text, which is the whole input if it is shorter than what was asked for. */
  static FormatGuess of(byte[] text, int askedFor) {
    boolean whole = text.length < askedFor;
    String firstLine = null;
    long firstLineNumber = 1;
    long number = 1;
    for (int start = 0; start < text.length; number++) {
      int end = Words.find(text, start, text.length, (byte) '\n');
      if (end == text.length && !whole && start > 0) {
        break; // not a whole line
      }
      int from = Ascii.skipBlanks(text, start, end);
      int to = Ascii.trimEnd(text, from, end);
      if (from < to && !isComment(text, from, to)) {
        TraceFormat format = ofLine(text, from, to);
        if (firstLine == null) {
          int taken = Math.min(to - from, LONGEST_QUOTE);
          firstLine = new String(text, from, taken, StandardCharsets.UTF_8);
          firstLineNumber = number;
        }
        if (format != null) {
          return new FormatGuess(format, firstLine, firstLineNumber, false);
        }
      }
      start = end + 1;
    }
    return new FormatGuess(null, firstLine, firstLineNumber, !whole);
  }

  private static boolean isComment(byte[] text, int from, int to) {
    return text[from] == '#' || (text[from] == '/' && from + 1 < to && text[from + 1] == '/');
  }

  private static TraceFormat ofLine(byte[] text, int from, int to) {
    if (RoadRunnerCursor.isEventLine(text, from, to)) {
      return TraceFormat.ROADRUNNER;
    }
    int bar = Words.find(text, from, to, (byte) '|');
    if (bar > from && bar < to && isOperation(text, bar + 1, to, '|')) {
      return TraceFormat.STD;
    }
    int cell = from;
    while (cell < to && (text[cell] == ',' || Ascii.isBlank(text[cell]))) {
      cell++;
    }
    int open = Words.find(text, cell, to, (byte) '(');
    return open < to && isOperation(text, cell, to, '(') ? TraceFormat.CSV : null;
  }

  /** Whether a word of letters stands here, up to a parenthesis, this end, or that of the text. */
  private static boolean isOperation(byte[] text, int from, int to, char end) {
    int word = Ascii.skipBlanks(text, from, to);
    int i = word;
    while (i < to && Ascii.isLetter(text[i])) {
      i++;
    }
    int after = Ascii.skipBlanks(text, i, to);
    return i > word && (after == to || text[after] == '(' || text[after] == end);
  }
}
