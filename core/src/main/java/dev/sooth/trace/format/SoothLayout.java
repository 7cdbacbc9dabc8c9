package dev.sooth.trace.format;

import dev.sooth.trace.Kind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The numbers that the writer and the reader of {@code .sooth} share; {@code docs/trace-format.md}
 * explains them. All integers are little-endian.
 */
final class SoothLayout {
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** No text starts like this, and a copy that changed line ends does not either. */
  private static final byte[] MAGIC = {'S', 'O', 'O', 'T', 'H', '\r', '\n', 0x1A};

  static final int MAGIC_LENGTH = 8;
  static final int OLD_VERSION = 1;
  static final int VERSION = 2;
  static final int VERSION_AT = 8;
  static final int FILE_CHECKSUM_AT = 12;
  static final int FILE_HEADER = 16;

  static final int TYPE_AT = 0;
  static final int CODEC_AT = 1;
  static final int STORED_LENGTH_AT = 4;
  static final int RAW_LENGTH_AT = 8;
  static final int EVENTS_AT = 12;
  static final int FIRST_POSITION_AT = 16;
  static final int PAYLOAD_CHECKSUM_AT = 24;
  static final int HEADER_CHECKSUM_AT = 28;
  static final int BLOCK_HEADER = 32;

  // Of version 1.
  static final int EVENTS_BLOCK = 1;
  static final int FOOTER_BLOCK = 2;

  // Of version 2.
  static final int DEFINITIONS_BLOCK = 3;
  static final int COLUMNS_BLOCK = 4;
  static final int INDEX_BLOCK = 5;
  static final int FLOW_BLOCK = 0x86;

  /** What a block of columns has, each with its length; see {@link #OPTIONAL}. */
  static final int KIND_COLUMN = 1;

  static final int THREAD_COLUMN = 2;
  static final int TARGET_COLUMN = 3;
  static final int PLACE_COLUMN = 4;
  static final int VALUE_COLUMN = 0x81;
  static final int CALLER_COLUMN = 0x82;
  static final int DEAD = 0x83;

  /** A branch has no effect; its outcome is its value. */
  static final int BRANCH = 11;

  static final int INDEX_TOTALS = 24;
  static final int INDEX_ENTRY = 16;
  static final int TRAILER = 16;
  static final int TRAILER_CHECKSUM_AT = 8;
  static final int TRAILER_MAGIC_AT = 12;
  static final int TRAILER_MAGIC = 'S' | 'I' << 8 | 'D' << 16 | 'X' << 24;

  /** A block whose type has this bit may be skipped by a reader that does not know the type. */
  static final int OPTIONAL = 0x80;

  static final int FOOTER_LENGTH = 24;
  static final int TABLES = 4;
  static final int THREADS = 0;
  static final int VARIABLES = 1;
  static final int LOCKS = 2;
  static final int LOCATIONS = 3;
  static final int COLUMNS = 4;
  static final int COLUMN_HEADER = 5;

  static final int MOST_EVENTS = 1 << 16;
  static final int MOST_TARGETS = MOST_EVENTS;
  static final int LONGEST_NAME = 1 << 21;
  static final int LARGEST_PAYLOAD = 1 << 24;

  private SoothLayout() {}

  /** The table that the target of this kind of event is in, or -1. */
  static int tableOfTarget(byte kind) {
    return switch (kind) {
      case Kind.READ, Kind.WRITE, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE -> VARIABLES;
      case Kind.ACQUIRE, Kind.RELEASE -> LOCKS;
      case Kind.FORK, Kind.JOIN -> THREADS;
      default -> -1;
    };
  }

  static void putMagic(byte[] header) {
    System.arraycopy(MAGIC, 0, header, 0, MAGIC_LENGTH);
  }

  /** Whether the first bytes are those of a file, as far as there are any. */
  static boolean hasMagic(byte[] bytes, int length) {
    return Arrays.equals(bytes, 0, length, MAGIC, 0, length);
  }

  /** Whether these are the last bytes of a file whose index is at that offset. */
  static boolean isTrailer(byte[] bytes, long indexAt) {
    return (long) LONG.get(bytes, 0) == indexAt
        && (int) INT.get(bytes, TRAILER_CHECKSUM_AT) == checksum(bytes, 0, TRAILER_CHECKSUM_AT)
        && (int) INT.get(bytes, TRAILER_MAGIC_AT) == TRAILER_MAGIC;
  }

  static int checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
