package dev.sooth.trace.format;

/** Questions about bytes of text; whatever is not ASCII is part of a name. */
final class Ascii {
  private Ascii() {}

  /**
   * Space, tab and all control characters but NUL: files end in zeros where a machine has gone
   * down, and what was there before is lost, not blank.
   */
  static boolean isBlank(byte b) {
    return b > 0 && b <= ' ';
  }

  static boolean isLetter(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** The index of the first byte that is not blank, or {@code to}. */
  static int skipBlanks(byte[] text, int from, int to) {
    int i = from;
    while (i < to && isBlank(text[i])) {
      i++;
    }
    return i;
  }

  /** The index of the first blank byte, or {@code to}. */
  static int skipWord(byte[] text, int from, int to) {
    int i = from;
    while (i < to && !isBlank(text[i])) {
      i++;
    }
    return i;
  }

  /** One past the index of the last byte that is not blank, or {@code from}. */
  static int trimEnd(byte[] text, int from, int to) {
    int i = to;
    while (i > from && isBlank(text[i - 1])) {
      i--;
    }
    return i;
  }

  /** Whether there is at least one byte and all are digits. */
  static boolean isNumber(byte[] text, int from, int to) {
    int i = from;
    while (i < to && isDigit(text[i])) {
      i++;
    }
    return i == to && from < to;
  }

  /** The index of the last such byte, or -1. */
  static int findLast(byte[] text, int from, int to, byte wanted) {
    for (int i = to - 1; i >= from; i--) {
      if (text[i] == wanted) {
        return i;
      }
    }
    return -1;
  }
}
