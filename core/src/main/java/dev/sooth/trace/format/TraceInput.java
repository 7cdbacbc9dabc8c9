package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.Quoted;
import dev.sooth.trace.TraceCursor;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Finds out from the first bytes of an input how it is compressed and which format it has, and
 * opens it. Names of files play no part.
 */
final class TraceInput {
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_MAGIC = SoothLayout.MAGIC_LENGTH;

  private TraceInput() {}

  /** Opens the input; closes it if that fails. */
  static TraceCursor open(InputStream in, String name, ReadOptions options) throws IOException {
    return open(in, name, options, NumberedThreads.UNKNOWN);
  }

  /** The same, of an input of which some threads are known before they come. */
  static TraceCursor open(
      InputStream in, String name, ReadOptions options, NumberedThreads numbered)
      throws IOException {
    InputStream toClose = in;
    try {
      BufferedInputStream plain = decompressed(in, name);
      toClose = plain;
      TraceCursor cursor = cursor(plain, name, options, numbered);
      toClose = InputStream.nullInputStream(); // the cursor closes it
      return cursor;
    } finally {
      toClose.close();
    }
  }

  static BufferedInputStream decompressed(InputStream in, String name) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    byte[] start = peek(buffered, LONGEST_MAGIC);
    if (startsWith(start, 0x1F, 0x8B)) {
      InputStream plain =
          new DecodedInput(name, "gzip", () -> new GZIPInputStream(buffered, BUFFER));
      return new BufferedInputStream(plain, BUFFER);
    }
    if (startsWith(start, 0x28, 0xB5, 0x2F, 0xFD)) {
      InputStream plain = new DecodedInput(name, "zstd", () -> ZstdStreams.decompress(buffered));
      return new BufferedInputStream(plain, BUFFER);
    }
    return buffered;
  }

  /** The input, decompressed, if it is a {@code .sooth} file; otherwise it is closed, and null. */
  static InputStream binary(InputStream in, String name) throws IOException {
    BufferedInputStream plain = decompressed(in, name);
    byte[] start = peek(plain, SoothLayout.MAGIC_LENGTH);
    if (start.length == SoothLayout.MAGIC_LENGTH
        && SoothLayout.hasMagic(start, SoothLayout.MAGIC_LENGTH)) {
      return plain;
    }
    plain.close();
    return null;
  }

  private static TraceCursor cursor(
      BufferedInputStream in, String name, ReadOptions options, NumberedThreads numbered)
      throws IOException {
    byte[] start = peek(in, LONGEST_MAGIC);
    boolean isSooth =
        start.length == LONGEST_MAGIC && SoothLayout.hasMagic(start, SoothLayout.MAGIC_LENGTH);
    TraceFormat format = options.format().orElse(isSooth ? TraceFormat.SOOTH : null);
    if (format == TraceFormat.SOOTH) {
      return new AheadCursor(new SoothCursor(name, in));
    }
    if (startsWith(start, 0xFE, 0xFF) || startsWith(start, 0xFF, 0xFE)) {
      throw new BadTraceException(name, "1:1", "found UTF-16 text, expected UTF-8");
    }
    if (startsWith(start, 0xEF, 0xBB, 0xBF)) {
      in.skipNBytes(3);
    }
    if (format == null) {
      format = sniff(in, name);
    }
    return switch (format) {
      case STD -> new StdCursor(name, in, options.lenient(), numbered);
      case CSV -> new CsvCursor(name, in, options.lenient());
      case ROADRUNNER -> new RoadRunnerCursor(name, in, options.lenient());
      case SOOTH -> throw new AssertionError(format);
    };
  }

  /** The format of a text, from its first line that looks like an event. */
  private static TraceFormat sniff(BufferedInputStream in, String name) throws IOException {
    FormatGuess guess = FormatGuess.of(peek(in, BUFFER - 1), BUFFER - 1);
    if (!guess.isSure()) {
      guess = FormatGuess.of(peek(in, TextCursor.LONGEST_LINE), TextCursor.LONGEST_LINE);
    }
    if (guess.format() != null) {
      return guess.format();
    }
    if (guess.firstLine() == null) {
      return TraceFormat.STD; // nothing but blank lines and comments: an empty trace
    }
    throw new BadTraceException(
        name,
        guess.firstLineNumber() + ":1",
        "found "
            + Quoted.of(guess.firstLine())
            + ", expected an event in STD, CSV or RoadRunner form, or a .sooth file");
  }

  /** The next bytes, which stay unread. */
  private static byte[] peek(BufferedInputStream in, int length) throws IOException {
    in.mark(length);
    byte[] bytes = in.readNBytes(length);
    in.reset();
    in.mark(0);
    return bytes;
  }

  private static boolean startsWith(byte[] bytes, int... wanted) {
    if (bytes.length < wanted.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if ((bytes[i] & 0xFF) != wanted[i]) {
        return false;
      }
    }
    return true;
  }
}
