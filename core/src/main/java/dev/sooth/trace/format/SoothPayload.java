package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.INT;
import static dev.sooth.trace.format.SoothLayout.LONG;
import static dev.sooth.trace.format.SoothLayout.SHORT;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import java.io.Closeable;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Decodes the payloads of the blocks of one {@code .sooth} file into names and columns. */
final class SoothPayload implements Closeable {
  /** The bytes of a payload do not have the form that they must have. */
  static final class Malformed extends Exception {
    Malformed(String message) {
      super(message);
    }
  }

  private static final int PADDING = Integer.BYTES; // values are read as whole ints

  private final NameTable[] tables;
  private final int[] listed = new int[SoothLayout.TABLES]; // names in the file so far
  private final int[][] known = new int[SoothLayout.TABLES][]; // ids, null while all names differ
  private byte[] kinds = {};
  private int[] threads = {};
  private int[] targets = {};
  private int[] locations = {};

  private Inflater inflater; // null until a block needs it
  private ZstdBlocks zstd; // null until a block needs it
  private byte[] raw = new byte[PADDING];
  private int at;
  private int length;

  SoothPayload(TraceNames names) {
    tables = new NameTable[] {names.threads(), names.variables(), names.locks(), names.locations()};
  }

  /** Points the batch at the first events of the last block. */
  void show(EventBatch batch, int count) {
    batch.kind = kinds;
    batch.thread = threads;
    batch.target = targets;
    batch.location = locations;
    batch.from = 0;
    batch.to = count;
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
          zstd = new ZstdBlocks();
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
  }

  /** Reads the new names and the columns of the payload. */
  void readEvents(int count) throws Malformed {
    if (kinds.length < count) {
      kinds = new byte[count];
      threads = new int[count];
      targets = new int[count];
      locations = new int[count];
    }
    for (int t = 0; t < SoothLayout.TABLES; t++) {
      readNames(t);
    }
    readKinds(count);
    readColumn(threads, count, listed[SoothLayout.THREADS], "thread");
    readColumn(targets, count, Integer.MAX_VALUE, "target");
    readColumn(locations, count, listed[SoothLayout.LOCATIONS], "location");
    require(at == length, "payload that is longer than its columns");
    checkTargets(count);
    useKnownNames(count);
  }

  /** Compares the footer with what was read. */
  void checkFooter(long events) throws Malformed {
    require(length == SoothLayout.FOOTER_LENGTH, "footer of a wrong length");
    boolean equal = (long) LONG.get(raw, 0) == events;
    for (int t = 0; t < SoothLayout.TABLES; t++) {
      equal &= (int) INT.get(raw, Long.BYTES + Integer.BYTES * t) == listed[t];
    }
    require(equal, "footer with other totals than those of the blocks");
  }

  private void readNames(int t) throws Malformed {
    NameTable table = tables[t];
    require(length - at >= Integer.BYTES, "payload that ends within the names");
    int count = (int) INT.get(raw, at);
    at += Integer.BYTES;
    require(count >= 0 && count <= length - at, "more names than bytes for them");
    for (int i = 0; i < count; i++) {
      int size = readLength();
      require(size <= length - at, "payload that ends within a name");
      name(t, table.intern(raw, at, at + size));
      at += size;
    }
  }

  /** Takes note of the next name of a table. A name may be listed again: it is the same one. */
  private void name(int t, int id) {
    int number = listed[t]++;
    int[] ids = known[t];
    if (ids == null) {
      if (id == number) {
        return;
      }
      ids = new int[2 * number + 2];
      for (int i = 0; i < number; i++) {
        ids[i] = i;
      }
    } else if (number == ids.length) {
      ids = Arrays.copyOf(ids, 2 * number);
    }
    ids[number] = id;
    known[t] = ids;
  }

  private void useKnownNames(int count) {
    useKnownNames(known[SoothLayout.THREADS], threads, count);
    useKnownNames(known[SoothLayout.LOCATIONS], locations, count);
    boolean targetsKnown = true;
    for (int t = SoothLayout.THREADS; t <= SoothLayout.LOCKS; t++) {
      targetsKnown &= known[t] == null;
    }
    for (int i = 0; i < count && !targetsKnown; i++) {
      int table = SoothLayout.tableOfTarget(kinds[i]);
      if (table >= 0 && known[table] != null) {
        targets[i] = known[table][targets[i]];
      }
    }
  }

  private static void useKnownNames(int[] ids, int[] column, int count) {
    if (ids != null) {
      for (int i = 0; i < count; i++) {
        column[i] = ids[column[i]];
      }
    }
  }

  private int readLength() throws Malformed {
    int size = 0;
    for (int shift = 0; shift <= 21; shift += 7) {
      require(at < length, "payload that ends within a name");
      byte b = raw[at++];
      size |= (b & 0x7F) << shift;
      if (b >= 0) {
        require(size <= SoothLayout.LONGEST_NAME, "name that is longer than 2 MiB");
        return size;
      }
    }
    throw new Malformed("name that is longer than 2 MiB");
  }

  private void readKinds(int count) throws Malformed {
    int min = readMin();
    int width = readWidth(count);
    require(min >= 0 && min < Kind.COUNT && width <= 1, "unknown kind of event");
    if (width == 0) {
      Arrays.fill(kinds, 0, count, (byte) min);
      return;
    }
    int largest = 0;
    for (int i = 0; i < count; i++) {
      int kind = (raw[at + i] & 0xFF) + min;
      largest = Math.max(largest, kind);
      kinds[i] = (byte) kind;
    }
    at += count;
    require(largest < Kind.COUNT, "unknown kind of event");
  }

  /** Reads a column of ids, all of which must be below the limit. */
  private void readColumn(int[] column, int count, int limit, String what) throws Malformed {
    int min = readMin();
    int width = readWidth(count);
    byte[] bytes = raw;
    int from = at;
    int signs = min;
    switch (width) {
      case 0 -> Arrays.fill(column, 0, count, min);
      case 1 -> {
        for (int i = 0; i < count; i++) {
          column[i] = (bytes[from + i] & 0xFF) + min;
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          column[i] = ((short) SHORT.get(bytes, from + 2 * i) & 0xFFFF) + min;
        }
      }
      case 3 -> {
        for (int i = 0; i < count; i++) {
          column[i] = ((int) INT.get(bytes, from + 3 * i) & 0xFFFFFF) + min;
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          int value = (int) INT.get(bytes, from + 4 * i);
          signs |= value;
          column[i] = value + min;
        }
      }
    }
    at += width * count;
    // A sum that is too large is negative, so the signs tell all that can be wrong.
    for (int i = 0; i < count; i++) {
      signs |= column[i] | (limit - 1 - column[i]);
    }
    require(signs >= 0, "unknown " + what);
  }

  private int readMin() throws Malformed {
    require(length - at >= SoothLayout.COLUMN_HEADER, "payload that ends before its columns");
    int min = (int) INT.get(raw, at);
    at += Integer.BYTES;
    return min;
  }

  private int readWidth(int count) throws Malformed {
    int width = raw[at++];
    require(width >= 0 && width <= 4, "column of an unknown width");
    require((long) width * count <= length - at, "payload that ends within a column");
    return width;
  }

  /** What a target is depends on the kind; so does how many there are. */
  private void checkTargets(int count) throws Malformed {
    int threadCount = listed[SoothLayout.THREADS];
    int variableCount = listed[SoothLayout.VARIABLES];
    int lockCount = listed[SoothLayout.LOCKS];
    int[] last = new int[16]; // the largest target of each kind; a mask saves the range check
    last[Kind.READ] = variableCount - 1;
    last[Kind.WRITE] = variableCount - 1;
    last[Kind.VOLATILE_READ] = variableCount - 1;
    last[Kind.VOLATILE_WRITE] = variableCount - 1;
    last[Kind.ACQUIRE] = lockCount - 1;
    last[Kind.RELEASE] = lockCount - 1;
    last[Kind.FORK] = threadCount - 1;
    last[Kind.JOIN] = threadCount - 1;
    int signs = 0;
    for (int i = 0; i < count; i++) {
      signs |= last[kinds[i] & 15] - targets[i];
    }
    require(signs >= 0, "unknown target");
  }

  private static void require(boolean condition, String problem) throws Malformed {
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
