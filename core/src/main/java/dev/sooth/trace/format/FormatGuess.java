package dev.sooth.trace.format;

import java.nio.charset.StandardCharsets;

/**
 * The text format that the beginning of an input has: that of its first line that is an event with
 * an operation that we know, or else of the first that looks like an event. Lines before it that
 * look like none are for the reader to skip or to complain about.
 *
 * @param format the format, or null
 * @param firstLine the first line that is neither blank nor a comment, or null
 * @param firstLineNumber its number
 * @param isSure whether the operation is a known one, or the whole input was looked at
 */
record FormatGuess(TraceFormat format, String firstLine, long firstLineNumber, boolean isSure) {
  private static final int LONGEST_QUOTE = 400;

  /** How much a line looks like an event of some format. */
  private record Likeness(TraceFormat format, boolean isKnownOperation) {}

  /** Looks at the text, which is the whole input if it is shorter than what was asked for. */
  static FormatGuess of(byte[] text, int askedFor) {
    boolean whole = text.length < askedFor;
    String firstLine = null;
    long firstLineNumber = 1;
    TraceFormat likely = null;
    long number = 1;
    for (int start = 0; start < text.length; number++) {
      int end = Words.find(text, start, text.length, (byte) '\n');
      if (end == text.length && !whole && start > 0) {
        break; // not a whole line
      }
      int from = Ascii.skipBlanks(text, start, end);
      int to = Ascii.trimEnd(text, from, end);
      if (from < to && !TextCursor.isCommentLine(text, from, to)) {
        if (firstLine == null) {
          int taken = Math.min(to - from, LONGEST_QUOTE);
          firstLine = new String(text, from, taken, StandardCharsets.UTF_8);
          firstLineNumber = number;
        }
        Likeness likeness = likeness(text, from, to);
        if (likeness != null && likeness.isKnownOperation()) {
          return new FormatGuess(likeness.format(), firstLine, firstLineNumber, true);
        }
        if (likeness != null && likely == null) {
          likely = likeness.format();
        }
      }
      start = end + 1;
    }
    return new FormatGuess(likely, firstLine, firstLineNumber, whole);
  }

  private static Likeness likeness(byte[] text, int from, int to) {
    if (RoadRunnerCursor.isEventLine(text, from, to)) {
      int word = Ascii.skipBlanks(text, from + 1, to);
      return likeness(TraceFormat.ROADRUNNER, Operations.ROADRUNNER, text, word, to);
    }
    int bar = Words.find(text, from, to, (byte) '|');
    if (bar > from && bar < to) {
      int end = Words.find(text, bar + 1, to, (byte) '|');
      Likeness std = likeness(TraceFormat.STD, Operations.STD, text, bar + 1, end);
      if (std != null) {
        return std;
      }
    }
    int cell = from;
    while (cell < to && (text[cell] == ',' || Ascii.isBlank(text[cell]))) {
      cell++;
    }
    return likeness(TraceFormat.CSV, Operations.CSV, text, cell, to);
  }

  /** How much {@code from <= i < to} looks like an operation, or null if not at all. */
  private static Likeness likeness(
      TraceFormat format, Operations operations, byte[] text, int from, int to) {
    int word = Ascii.skipBlanks(text, from, to);
    int end = EventText.endOfWord(text, word, to);
    int after = Ascii.skipBlanks(text, end, to);
    boolean hasTarget = after < to && text[after] == '(';
    boolean stands = format == TraceFormat.STD ? hasTarget || after == to : hasTarget;
    return end > word && stands
        ? new Likeness(format, operations.meaning(text, word, end) >= 0)
        : null;
  }
}
