package dev.sooth.race;

import java.io.IOException;

/** A file of suppressions has a line that is none; the message says {@code file:line: what}. */
public final class BadSuppressionsException extends IOException {
  private static final long serialVersionUID = 1L;

  BadSuppressionsException(String file, int line, String problem) {
    super(file + ":" + line + ": " + problem);
  }
}
