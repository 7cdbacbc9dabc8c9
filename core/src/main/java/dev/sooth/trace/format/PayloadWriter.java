package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.INT;
import static dev.sooth.trace.format.SoothLayout.LONG;

import java.util.Arrays;

/** The bytes of a payload while it is put together. */
final class PayloadWriter {
  private byte[] bytes = new byte[1 << 12];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  void putByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  void putInt(int value) {
    ensure(Integer.BYTES);
    INT.set(bytes, length, value);
    length += Integer.BYTES;
  }

  void putLong(long value) {
    ensure(Long.BYTES);
    LONG.set(bytes, length, value);
    length += Long.BYTES;
  }

  /** Seven bits a byte, the lowest first. */
  void putVarint(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void putBytes(byte[] from, int count) {
    ensure(count);
    System.arraycopy(from, 0, bytes, length, count);
    length += count;
  }

  void putAll(PayloadWriter other) {
    putBytes(other.bytes, other.length);
  }

  /** The least value, the width, and each value minus the least one. */
  void putColumn(int[] column, int count) {
    int min = count == 0 ? 0 : Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, column[i]);
    }
    int max = 0;
    for (int i = 0; i < count; i++) { // a loop of its own, so that both are done by vectors
      max = Math.max(max, column[i]);
    }
    int width = (Integer.SIZE - Integer.numberOfLeadingZeros(max - min) + 7) / 8;
    putInt(min);
    putByte(width);
    ensure((count + 1) * Integer.BYTES);
    byte[] to = bytes;
    int at = length;
    if (width > 0) {
      for (int i = 0; i < count; i++, at += width) {
        INT.set(to, at, column[i] - min); // the next one overwrites what is too much
      }
    }
    length = at;
  }

  /** The same of longs. */
  void putColumn(long[] column, int count) {
    long min = count == 0 ? 0 : Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, column[i]);
    }
    long bits = 0;
    for (int i = 0; i < count; i++) {
      bits |= column[i] - min; // as if unsigned, so that a difference never overflows
    }
    int width = (Long.SIZE - Long.numberOfLeadingZeros(bits) + 7) / 8;
    putLong(min);
    putByte(width);
    ensure((count + 1) * Long.BYTES);
    byte[] to = bytes;
    int at = length;
    if (width > 0) {
      for (int i = 0; i < count; i++, at += width) {
        LONG.set(to, at, column[i] - min);
      }
    }
    length = at;
  }

  /** What the index says of a block. */
  void putIndexEntry(long offset, int type, int events) {
    putLong(offset);
    putInt(type);
    putInt(events);
  }

  /** Starts a part of which the length is said first; see {@link #endPart}. */
  int startPart(int type) {
    putByte(type);
    putInt(0);
    return length;
  }

  void endPart(int start) {
    INT.set(bytes, start - Integer.BYTES, length - start);
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
