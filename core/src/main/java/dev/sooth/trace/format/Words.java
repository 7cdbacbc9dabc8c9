package dev.sooth.trace.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds bytes eight at a time. Lines of a trace are short, so what counts is to take each of their
 * fields in one or two steps without a branch per byte.
 */
final class Words {
  /** How many bytes beyond the end of the text an array must have to be searched with this. */
  static final int PADDING = 16;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long FIRST_VISIBLE = ONES * 0x21;

  private Words() {}

  static long at(byte[] bytes, int index) {
    return (long) WORD.get(bytes, index);
  }

  /**
   * The index of the first byte from {@code from} on that is {@code wanted} or a space or control
   * character. There must be one, followed by {@link #PADDING} bytes.
   */
  static int findOrBlank(byte[] bytes, int from, byte wanted) {
    long pattern = ONES * (wanted & 0xFF);
    for (int i = from; ; i += Long.BYTES) {
      long word = at(bytes, i);
      long different = word ^ pattern;
      long hits =
          (((different - ONES) & ~different) | ((word - FIRST_VISIBLE) & ~word)) & HIGH_BITS;
      // A borrow can make false hits, but only above a true one, and the lowest is taken.
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
  }

  /** The index of the first such byte at or after {@code from}, or {@code to} if there is none. */
  static int find(byte[] bytes, int from, int to, byte wanted) {
    long pattern = ONES * (wanted & 0xFF);
    int i = from;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long different = at(bytes, i) ^ pattern;
      long hits = (different - ONES) & ~different & HIGH_BITS;
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }
}
