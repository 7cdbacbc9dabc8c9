package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.INT;
import static dev.sooth.trace.format.SoothLayout.LONG;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Writes a {@code .sooth} file of version 1, which readers read for ever, block by block. A block
 * goes out in one call of {@link OutputStream#write}, so that a process that is killed leaves at
 * most its last block incomplete.
 *
 * <p>The names are taken from the tables given: intern a name there before appending an event that
 * uses it. With the codecs {@code NONE} and {@code DEFLATE} only the JDK is needed. Not
 * thread-safe.
 */
final class OldSoothWriter implements Closeable {
  /** A block is ended early when it has this many bytes of new names. */
  private static final int NAMES_A_BLOCK = 1 << 20;

  private final OutputStream out;
  private final NameTable[] tables;
  private final SoothCodec codec;
  private final Deflater deflater; // null unless the codec is DEFLATE

  private final byte[] kinds = new byte[SoothLayout.MOST_EVENTS];
  private final int[] threads = new int[SoothLayout.MOST_EVENTS];
  private final int[] targets = new int[SoothLayout.MOST_EVENTS];
  private final int[] locations = new int[SoothLayout.MOST_EVENTS];
  private int count;
  private long written; // events in the blocks before this one

  private final int[] namesWritten = new int[SoothLayout.TABLES];
  private final int[] namesBefore = new int[SoothLayout.TABLES]; // of tables that were replaced
  private byte[] raw = new byte[1 << 16];
  private int rawLength;
  private byte[] block = new byte[1 << 16];
  private boolean failed; // the stream has part of a block
  private boolean closed;

  OldSoothWriter(OutputStream out, TraceNames names, SoothCodec codec) throws IOException {
    this.out = out;
    this.codec = codec;
    tables =
        new NameTable[] {
          names.threads(),
          (NameTable) names.variables(),
          (NameTable) names.locks(),
          names.locations()
        };
    deflater = codec == SoothCodec.DEFLATE ? new Deflater(Deflater.BEST_SPEED, true) : null;
    byte[] header = new byte[SoothLayout.FILE_HEADER];
    SoothLayout.putMagic(header);
    header[SoothLayout.VERSION_AT] = SoothLayout.OLD_VERSION;
    INT.set(
        header,
        SoothLayout.FILE_CHECKSUM_AT,
        SoothLayout.checksum(header, 0, SoothLayout.FILE_CHECKSUM_AT));
    out.write(header);
  }

  /** Appends one event. The target is ignored for kinds that have none. */
  public void append(byte kind, int thread, int target, int location) throws IOException {
    if (count == SoothLayout.MOST_EVENTS) {
      flushBlock();
    }
    kinds[count] = kind;
    threads[count] = thread;
    targets[count] = hasTarget(kind) ? target : 0;
    locations[count] = location;
    count++;
  }

  /**
   * Takes variables from this table from now on, so that the old one can be forgotten. A name that
   * comes again means the same variable.
   *
   * @return what to add to an id in the new table for the id of an event
   */
  public int renewVariables(NameTable fresh) throws IOException {
    return renew(SoothLayout.VARIABLES, fresh);
  }

  /** The same for locks. */
  public int renewLocks(NameTable fresh) throws IOException {
    return renew(SoothLayout.LOCKS, fresh);
  }

  private int renew(int table, NameTable fresh) throws IOException {
    flushBlock();
    tables[table] = fresh;
    namesBefore[table] = namesWritten[table];
    return namesBefore[table];
  }

  /** Appends the events of a batch. */
  public void append(EventBatch batch) throws IOException {
    for (int i = batch.from; i < batch.to; i++) {
      append(batch.kind[i], batch.thread[i], batch.target[i], batch.location[i]);
    }
  }

  private static boolean hasTarget(byte kind) {
    return kind != Kind.NOP && kind != Kind.BEGIN && kind != Kind.END;
  }

  /** Writes what was appended since the last block, so that it survives the end of the process. */
  public void flushBlock() throws IOException {
    startPayload();
    while (!putNames()) { // too many for one block: some in a block of their own
      putNoColumns();
      writeBlock(SoothLayout.EVENTS_BLOCK, codec, 0);
      startPayload();
    }
    if (count == 0 && rawLength == SoothLayout.TABLES * Integer.BYTES) {
      return; // neither events nor names
    }
    putKinds();
    putColumn(threads);
    putColumn(targets);
    putColumn(locations);
    writeBlock(SoothLayout.EVENTS_BLOCK, codec, count);
    written += count;
    count = 0;
  }

  /**
   * Writes a block of another type, which readers that do not know it skip. Events appended before
   * come before it in the file.
   *
   * @param type 0 to 127
   */
  public void writeOptionalBlock(int type, byte[] payload, int from, int to) throws IOException {
    if (type < 0 || type >= SoothLayout.OPTIONAL) {
      throw new IllegalArgumentException("block type " + type);
    }
    writeOther(type | SoothLayout.OPTIONAL, codec, payload, from, to);
  }

  /**
   * Writes the last events and the footer, and closes the stream. After a failure nothing more is
   * written: the file is then one that was cut off.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (OutputStream stream = out) {
      if (failed) {
        return;
      }
      flushBlock();
      byte[] footer = new byte[SoothLayout.FOOTER_LENGTH];
      LONG.set(footer, 0, written);
      for (int t = 0; t < SoothLayout.TABLES; t++) {
        INT.set(footer, Long.BYTES + Integer.BYTES * t, namesWritten[t]);
      }
      writeOther(SoothLayout.FOOTER_BLOCK, SoothCodec.NONE, footer, 0, footer.length);
      stream.flush();
    } finally {
      if (deflater != null) {
        deflater.end();
      }
    }
  }

  private void writeOther(int type, SoothCodec with, byte[] payload, int from, int to)
      throws IOException {
    if (to - from > SoothLayout.LARGEST_PAYLOAD) {
      throw new IOException("a block of " + (to - from) + " bytes is too large");
    }
    flushBlock();
    rawLength = 0;
    ensureRaw(to - from);
    System.arraycopy(payload, from, raw, 0, to - from);
    rawLength = to - from;
    writeBlock(type, with, 0);
  }

  private void startPayload() {
    rawLength = 0;
  }

  /** Puts the new names of all tables; false if some are left for another block. */
  private boolean putNames() throws IOException {
    boolean all = true;
    for (int t = 0; t < SoothLayout.TABLES; t++) {
      ensureRaw(Integer.BYTES);
      int countAt = rawLength;
      rawLength += Integer.BYTES;
      int first = namesWritten[t];
      int size = namesBefore[t] + tables[t].size();
      int id = first;
      while (id < size && rawLength < NAMES_A_BLOCK) {
        putName(tables[t], id++ - namesBefore[t]);
      }
      all &= id == size;
      INT.set(raw, countAt, id - first);
      namesWritten[t] = id;
    }
    return all;
  }

  private void putName(NameTable table, int id) throws IOException {
    int length = table.length(id);
    if (length > SoothLayout.LONGEST_NAME) {
      throw new IOException("a name of " + length + " bytes is too long for a .sooth file");
    }
    ensureRaw(length + 5);
    int rest = length;
    while (rest >= 0x80) {
      raw[rawLength++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    raw[rawLength++] = (byte) rest;
    table.copy(id, raw, rawLength);
    rawLength += length;
  }

  private void putNoColumns() {
    ensureRaw(SoothLayout.COLUMNS * SoothLayout.COLUMN_HEADER);
    int length = SoothLayout.COLUMNS * SoothLayout.COLUMN_HEADER;
    Arrays.fill(raw, rawLength, rawLength + length, (byte) 0);
    rawLength += length;
  }

  private void putKinds() {
    ensureRaw(SoothLayout.COLUMN_HEADER + count);
    INT.set(raw, rawLength, 0);
    boolean empty = count == 0;
    raw[rawLength + Integer.BYTES] = (byte) (empty ? 0 : 1);
    rawLength += SoothLayout.COLUMN_HEADER;
    System.arraycopy(kinds, 0, raw, rawLength, count);
    rawLength += count;
  }

  private void putColumn(int[] column) {
    int min = count == 0 ? 0 : Integer.MAX_VALUE;
    int max = 0;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, column[i]);
      max = Math.max(max, column[i]);
    }
    int width = (Integer.SIZE - Integer.numberOfLeadingZeros(max - min) + 7) / 8;
    ensureRaw(SoothLayout.COLUMN_HEADER + (count + 1) * Integer.BYTES);
    INT.set(raw, rawLength, min);
    raw[rawLength + Integer.BYTES] = (byte) width;
    int at = rawLength + SoothLayout.COLUMN_HEADER;
    if (width > 0) {
      for (int i = 0; i < count; i++, at += width) {
        INT.set(raw, at, column[i] - min); // the next one overwrites what is too much
      }
    }
    rawLength = at;
  }

  private void ensureRaw(int more) {
    if (rawLength + more > raw.length) {
      raw = Arrays.copyOf(raw, Math.max(rawLength + more, 2 * raw.length));
    }
  }

  private void writeBlock(int type, SoothCodec wanted, int events) throws IOException {
    SoothCodec used = wanted;
    int stored = compress(wanted);
    if (stored < 0) { // it would grow
      used = SoothCodec.NONE;
      stored = rawLength;
      ensureBlock(stored);
      System.arraycopy(raw, 0, block, SoothLayout.BLOCK_HEADER, stored);
    }
    Arrays.fill(block, 0, SoothLayout.BLOCK_HEADER, (byte) 0);
    block[SoothLayout.TYPE_AT] = (byte) type;
    block[SoothLayout.CODEC_AT] = (byte) used.code();
    INT.set(block, SoothLayout.STORED_LENGTH_AT, stored);
    INT.set(block, SoothLayout.RAW_LENGTH_AT, rawLength);
    INT.set(block, SoothLayout.EVENTS_AT, events);
    LONG.set(block, SoothLayout.FIRST_POSITION_AT, written);
    INT.set(
        block,
        SoothLayout.PAYLOAD_CHECKSUM_AT,
        SoothLayout.checksum(block, SoothLayout.BLOCK_HEADER, stored));
    INT.set(
        block,
        SoothLayout.HEADER_CHECKSUM_AT,
        SoothLayout.checksum(block, 0, SoothLayout.HEADER_CHECKSUM_AT));
    if (failed) {
      throw new IOException("an earlier block could not be written");
    }
    failed = true;
    out.write(block, 0, SoothLayout.BLOCK_HEADER + stored);
    failed = false;
  }

  /** Compresses the payload into the block; its length there, or -1 if it is not shorter. */
  private int compress(SoothCodec wanted) {
    if (wanted == SoothCodec.NONE || rawLength == 0) {
      return -1;
    }
    ensureBlock(rawLength);
    if (wanted == SoothCodec.ZSTD) {
      return ZstdBlocks.compress(raw, rawLength, block, SoothLayout.BLOCK_HEADER);
    }
    deflater.reset();
    deflater.setInput(raw, 0, rawLength);
    deflater.finish();
    int stored = deflater.deflate(block, SoothLayout.BLOCK_HEADER, rawLength);
    return deflater.finished() && stored < rawLength ? stored : -1;
  }

  private void ensureBlock(int payload) {
    if (block.length < SoothLayout.BLOCK_HEADER + payload) {
      block = new byte[SoothLayout.BLOCK_HEADER + payload];
    }
  }
}
