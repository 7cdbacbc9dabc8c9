package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;

/**
 * An operation as all three text formats write it, {@code word(target)}, taken apart. One instance
 * serves all lines of a reader. The target ends at the last parenthesis, since names may contain
 * parentheses themselves.
 */
final class EventText {
  private static final int LONGEST_WORD = 32;

  private final Operations operations;

  int wordFrom;
  int wordTo;
  int targetFrom;
  int targetTo;
  int meaning;

  EventText(Operations operations) {
    this.operations = operations;
  }

  /** Takes apart {@code from <= i < to}, which is not blank at its ends. */
  void parse(TextCursor cursor, byte[] text, int from, int to) throws BadTraceException {
    int word = endOfWord(text, from, to);
    int open = Ascii.skipBlanks(text, word, to);
    if (word == from || word - from > LONGEST_WORD || (open < to && text[open] != '(')) {
      throw cursor.bad(text, from, to, "an operation such as r(x) or acq(m)");
    }
    wordFrom = from;
    wordTo = word;
    meaning = operations.meaning(text, from, word);
    if (open == to) {
      targetFrom = to;
      targetTo = to;
      return;
    }
    int close = Ascii.findLast(text, open, to, (byte) ')');
    if (close != to - 1) {
      throw cursor.bad(text, from, to, "a closing parenthesis at the end of the operation");
    }
    targetFrom = Ascii.skipBlanks(text, open + 1, close);
    targetTo = Ascii.trimEnd(text, targetFrom, close);
  }

  /** Refuses an operation that needs a target and has none. */
  void requireTarget(TextCursor cursor, byte[] text) throws BadTraceException {
    if (targetFrom == targetTo) {
      throw cursor.bad(text, wordFrom, wordTo, "a name in parentheses after it");
    }
  }

  /** The index after the word that starts here. */
  static int endOfWord(byte[] text, int from, int to) {
    int i = from;
    while (i < to && isPartOfWord(text[i], i == from)) {
      i++;
    }
    return i;
  }

  private static boolean isPartOfWord(byte b, boolean first) {
    return Ascii.isLetter(b) || b == '_' || (!first && (Ascii.isDigit(b) || b == '-'));
  }
}
