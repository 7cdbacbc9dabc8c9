package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.INT;
import static dev.sooth.trace.format.SoothLayout.LONG;
import static dev.sooth.trace.format.SoothLayout.SHORT;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The payload of a block, read from front to back. Every length is checked before it is believed,
 * since the file may be hostile.
 */
final class PayloadReader implements Closeable {
  /** The bytes of a payload do not have the form that they must have. */
  static final class Malformed extends Exception {
    Malformed(String message) {
      super(message);
    }
  }

  private static final int PADDING = Long.BYTES; // values are read as whole longs

  private Inflater inflater; // null until a block needs it
  private ZstdBlocks zstd; // null until a block needs it
  private byte[] raw = new byte[PADDING];
  private int at;
  private int length;

  private static ZstdBlocks zstd() {
    try {
      ZstdStreams.requireLibrary();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ZstdBlocks();
  }

  /** Takes a payload as it stands in the file. */
  void decompress(int codec, byte[] stored, int storedLength, int rawLength) throws Malformed {
    if (raw.length < rawLength + PADDING) {
      raw = new byte[rawLength + PADDING];
    }
    at = 0;
    length = rawLength;
    try {
      if (codec == SoothCodec.NONE.code()) {
        require(storedLength == rawLength, "payload that is stored has two lengths");
        System.arraycopy(stored, 0, raw, 0, rawLength);
      } else if (codec == SoothCodec.DEFLATE.code()) {
        inflate(stored, storedLength, rawLength);
      } else if (codec == SoothCodec.ZSTD.code()) {
        if (zstd == null) {
          zstd = zstd();
        }
        zstd.decompress(stored, storedLength, raw, rawLength);
      } else {
        throw new Malformed("unknown compression " + (codec & 0xFF));
      }
    } catch (DataFormatException e) {
      throw new Malformed("payload that cannot be decompressed: " + e.getMessage());
    }
  }

  private void inflate(byte[] stored, int storedLength, int rawLength) throws DataFormatException {
    if (inflater == null) {
      inflater = new Inflater(true);
    }
    inflater.reset();
    inflater.setInput(stored, 0, storedLength);
    int got = 0;
    while (got < rawLength) {
      int n = inflater.inflate(raw, got, rawLength - got);
      if (n == 0) {
        throw new DataFormatException("it holds " + got + " bytes");
      }
      got += n;
    }
    boolean longer = !inflater.finished() && inflater.inflate(new byte[1]) > 0;
    if (longer || !inflater.finished() || inflater.getRemaining() > 0) {
      throw new DataFormatException("it does not end after " + got + " bytes");
    }
  }

  /** The bytes, of which those before {@link #length} count. */
  byte[] raw() {
    return raw;
  }

  int length() {
    return length;
  }

  /** Where the next byte is. */
  int at() {
    return at;
  }

  /** How many bytes are left. */
  int left() {
    return length - at;
  }

  void skip(int bytes) {
    at += bytes;
  }

  /** Goes back to a place. */
  void moveTo(int place) {
    at = place;
  }

  int readByte(String within) throws Malformed {
    checkLeft(1, within);
    return raw[at++] & 0xFF;
  }

  int readInt(String within) throws Malformed {
    checkLeft(Integer.BYTES, within);
    at += Integer.BYTES;
    return (int) INT.get(raw, at - Integer.BYTES);
  }

  long readLong(String within) throws Malformed {
    checkLeft(Long.BYTES, within);
    at += Long.BYTES;
    return (long) LONG.get(raw, at - Long.BYTES);
  }

  /** A number below 2^63. */
  long readVarint(String within) throws Malformed {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      checkLeft(1, within);
      byte b = raw[at++];
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new Malformed("number that is too large in " + within);
  }

  /** A number of things that take at least a byte each. */
  int readCount(String what) throws Malformed {
    long count = readVarint(what);
    require(count <= left(), "more ", what, " than bytes for them");
    return (int) count;
  }

  /** A number from 0 to the limit, which is not included. */
  int readBelow(int limit, String what) throws Malformed {
    long number = readVarint(what);
    require(number < limit, "unknown ", what, "");
    return (int) number;
  }

  /** A number from 0 to 2^31 - 2. */
  int readInt31(String within) throws Malformed {
    long number = readVarint(within);
    require(number < Integer.MAX_VALUE, "number that is too large in ", within, "");
    return (int) number;
  }

  /** Whether the next bytes are UTF-8; they stay unread. */
  void checkUtf8(int size) throws Malformed {
    int ascii = at;
    while (ascii < at + size && raw[ascii] >= 0) {
      ascii++;
    }
    if (ascii < at + size) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw, at, size));
      } catch (CharacterCodingException e) {
        throw new Malformed("name that is not UTF-8");
      }
    }
  }

  /** The length of a name, which may be as long as the rest. */
  int readNameLength() throws Malformed {
    long size = readVarint("a name");
    require(size <= SoothLayout.LONGEST_NAME, "name that is longer than 2 MiB");
    require(size <= left(), "payload that ends within a name");
    return (int) size;
  }

  /** A column of numbers from 0 to the limit, which is not included. */
  void readColumn(int[] column, int count, int limit, String what) throws Malformed {
    int min = readMin();
    int width = readWidth(count, Integer.BYTES);
    byte[] bytes = raw;
    int from = at;
    int last = limit - 1;
    // A sum that is too large is negative, so the signs tell all that can be wrong.
    int signs = count == 0 ? min : min | (last - min);
    switch (width) {
      case 0 -> Arrays.fill(column, 0, count, min);
      case 1 -> {
        for (int i = 0; i < count; i++) {
          int value = (bytes[from + i] & 0xFF) + min;
          signs |= value | (last - value);
          column[i] = value;
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          int value = ((short) SHORT.get(bytes, from + 2 * i) & 0xFFFF) + min;
          signs |= value | (last - value);
          column[i] = value;
        }
      }
      case 3 -> {
        for (int i = 0; i < count; i++) {
          int value = ((int) INT.get(bytes, from + 3 * i) & 0xFFFFFF) + min;
          signs |= value | (last - value);
          column[i] = value;
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          int more = (int) INT.get(bytes, from + 4 * i);
          int value = more + min;
          signs |= more | value | (last - value);
          column[i] = value;
        }
      }
    }
    at += width * count;
    require(signs >= 0, "unknown ", what, "");
  }

  /** A column of any numbers. */
  void readColumn(long[] column, int count) throws Malformed {
    long min = readLong("its columns");
    int width = readWidth(count, Long.BYTES);
    long mask = width == Long.BYTES ? -1 : (1L << (Byte.SIZE * width)) - 1;
    for (int i = 0; i < count; i++) {
      column[i] = min + ((long) LONG.get(raw, at + width * i) & mask);
    }
    at += width * count;
  }

  /** The least value of a column. */
  int readMin() throws Malformed {
    require(left() >= SoothLayout.COLUMN_HEADER, "payload that ends before its columns");
    return readInt("its columns");
  }

  /** The width of a column, for which there are bytes enough. */
  int readWidth(int count, int most) throws Malformed {
    int width = readByte("its columns");
    require(width <= most, "column of an unknown width");
    require((long) width * count <= left(), "payload that ends within a column");
    return width;
  }

  private void checkLeft(int bytes, String within) throws Malformed {
    require(length - at >= bytes, "payload that ends within ", within, "");
  }

  /** The problem comes in parts, since nearly always nobody puts them together. */
  private static void require(boolean condition, String problem, String what, String rest)
      throws Malformed {
    if (!condition) {
      throw new Malformed(problem + what + rest);
    }
  }

  static void require(boolean condition, String problem) throws Malformed {
    if (!condition) {
      throw new Malformed(problem);
    }
  }

  @Override
  public void close() {
    if (inflater != null) {
      inflater.end();
    }
    if (zstd != null) {
      zstd.close();
    }
  }
}
