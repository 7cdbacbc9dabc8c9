package dev.sooth.trace.format;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Which threads of an STD trace have a plain number as their name. Asked when a fork or join names
 * a number that may also stand for {@code T} and the number; only then the file is looked through,
 * once.
 */
final class NumberedThreads {
  /** Of an input that can be read once only: nothing is known ahead. */
  static final NumberedThreads UNKNOWN = new NumberedThreads(null);

  private static final int BUFFER = 1 << 16;

  private final Opener opener; // null if nothing is known
  private Set<String> names; // null until it is asked for

  /** Opens the text from its start. */
  interface Opener {
    InputStream open() throws IOException;
  }

  NumberedThreads(Opener opener) {
    this.opener = opener;
  }

  /** Whether a line of the trace is of this thread. */
  boolean contains(byte[] text, int from, int to) {
    if (opener == null) {
      return false;
    }
    if (names == null) {
      try (InputStream in = new BufferedInputStream(opener.open(), BUFFER)) {
        names = read(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return names.contains(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
  }

  private static Set<String> read(InputStream in) throws IOException {
    Set<String> found = new HashSet<>();
    byte[] bytes = new byte[BUFFER];
    StringBuilder number = new StringBuilder();
    boolean atStart = true; // of a line, or within a number there
    for (int length = in.read(bytes); length > 0; length = in.read(bytes)) {
      for (int i = 0; i < length; i++) {
        byte b = bytes[i];
        if (b == '\n') {
          atStart = true;
          number.setLength(0);
        } else if (atStart && b >= '0' && b <= '9') {
          number.append((char) b);
        } else if (atStart) {
          atStart = false;
          if (b == '|' && number.length() > 0) {
            found.add(number.toString());
          }
        }
      }
    }
    return found;
  }
}
