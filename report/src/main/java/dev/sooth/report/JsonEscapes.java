package dev.sooth.report;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.sooth.analysis.Printable;

/**
 * Writes as numbers what a terminal or an editor would obey instead of show, should somebody look
 * at the JSON: control characters beyond ASCII, and those that turn the direction of writing. A
 * reader gets the same strings.
 */
final class JsonEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1L;

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = standardAsciiEscapesForJSON();
    codes[0x7f] = ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public SerializableString getEscapeSequence(int c) {
    return Printable.isUnsafe((char) c) ? new SerializedString("\\u%04x".formatted(c)) : null;
  }
}
