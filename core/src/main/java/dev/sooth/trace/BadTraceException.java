package dev.sooth.trace;

import java.io.IOException;

/**
 * The input is not a well-formed trace. The message has the form {@code file:where: what was found,
 * what was expected}, where <em>where</em> is {@code line:column} in a text file.
 */
public final class BadTraceException extends IOException {
  public BadTraceException(String file, String where, String problem) {
    super(file + ":" + where + ": " + problem);
  }
}
