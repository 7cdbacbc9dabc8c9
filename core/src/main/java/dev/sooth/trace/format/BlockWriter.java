package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.INT;
import static dev.sooth.trace.format.SoothLayout.LONG;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Writes the blocks of a {@code .sooth} file and remembers where they are. A block goes out in one
 * call of {@link OutputStream#write}, so that a process that is killed leaves at most its last
 * block incomplete.
 */
final class BlockWriter implements Closeable {
  /** To load the library takes a reader longer than to read this much. */
  private static final int SMALLEST_FOR_ZSTD = 4096;

  private final OutputStream out;
  private final SoothCodec codec;
  private final Deflater deflater; // null unless the codec is DEFLATE
  private byte[] block = new byte[1 << 16];
  private final PayloadWriter index = new PayloadWriter();
  private int blocks;
  private long offset;
  private boolean failed; // the stream has part of a block

  BlockWriter(OutputStream out, SoothCodec codec) throws IOException {
    this.out = out;
    this.codec = codec;
    if (codec == SoothCodec.ZSTD) {
      ZstdStreams.requireLibrary();
    }
    deflater = codec == SoothCodec.DEFLATE ? new Deflater(Deflater.BEST_SPEED, true) : null;
    byte[] header = new byte[SoothLayout.FILE_HEADER];
    SoothLayout.putMagic(header);
    header[SoothLayout.VERSION_AT] = SoothLayout.VERSION;
    INT.set(
        header,
        SoothLayout.FILE_CHECKSUM_AT,
        SoothLayout.checksum(header, 0, SoothLayout.FILE_CHECKSUM_AT));
    write(header, header.length);
  }

  /** Writes a block. */
  void write(int type, PayloadWriter payload, int events, long eventsBefore) throws IOException {
    index.putIndexEntry(offset, type, events);
    blocks++;
    write(type, codec, payload, events, eventsBefore);
  }

  /** Writes the index, after which there is no more. */
  void writeIndex(PayloadWriter totals, long events) throws IOException {
    boolean fits = totals.length() + index.length() < SoothLayout.LARGEST_PAYLOAD;
    totals.putInt(fits ? blocks : 0); // readers can find the blocks without it
    if (fits) {
      totals.putAll(index);
    }
    long indexAt = offset;
    write(SoothLayout.INDEX_BLOCK, SoothCodec.NONE, totals, 0, events);
    byte[] trailer = new byte[SoothLayout.TRAILER];
    LONG.set(trailer, 0, indexAt);
    INT.set(
        trailer,
        SoothLayout.TRAILER_CHECKSUM_AT,
        SoothLayout.checksum(trailer, 0, SoothLayout.TRAILER_CHECKSUM_AT));
    INT.set(trailer, SoothLayout.TRAILER_MAGIC_AT, SoothLayout.TRAILER_MAGIC);
    write(trailer, trailer.length);
  }

  /** Whether something could not be written, after which nothing is. */
  boolean failed() {
    return failed;
  }

  @Override
  public void close() {
    if (deflater != null) {
      deflater.end();
    }
  }

  private void write(int type, SoothCodec wanted, PayloadWriter payload, int events, long before)
      throws IOException {
    int length = payload.length();
    if (length > SoothLayout.LARGEST_PAYLOAD) {
      throw new IOException("a block of " + length + " bytes is too large");
    }
    ensure(length);
    SoothCodec used = wanted;
    int stored = compress(wanted, payload);
    if (stored < 0) { // it would grow
      used = SoothCodec.NONE;
      stored = length;
      System.arraycopy(payload.bytes(), 0, block, SoothLayout.BLOCK_HEADER, length);
    }
    Arrays.fill(block, 0, SoothLayout.BLOCK_HEADER, (byte) 0);
    block[SoothLayout.TYPE_AT] = (byte) type;
    block[SoothLayout.CODEC_AT] = (byte) used.code();
    INT.set(block, SoothLayout.STORED_LENGTH_AT, stored);
    INT.set(block, SoothLayout.RAW_LENGTH_AT, length);
    INT.set(block, SoothLayout.EVENTS_AT, events);
    LONG.set(block, SoothLayout.FIRST_POSITION_AT, before);
    INT.set(
        block,
        SoothLayout.PAYLOAD_CHECKSUM_AT,
        SoothLayout.checksum(block, SoothLayout.BLOCK_HEADER, stored));
    INT.set(
        block,
        SoothLayout.HEADER_CHECKSUM_AT,
        SoothLayout.checksum(block, 0, SoothLayout.HEADER_CHECKSUM_AT));
    write(block, SoothLayout.BLOCK_HEADER + stored);
  }

  private void write(byte[] bytes, int length) throws IOException {
    if (failed) {
      throw new IOException("an earlier block could not be written");
    }
    failed = true;
    out.write(bytes, 0, length);
    failed = false;
    offset += length;
  }

  /** Compresses the payload into the block; its length there, or -1 if it is not shorter. */
  private int compress(SoothCodec wanted, PayloadWriter payload) {
    int length = payload.length();
    if (wanted == SoothCodec.NONE || length == 0) {
      return -1;
    }
    if (wanted == SoothCodec.ZSTD) {
      if (length < SMALLEST_FOR_ZSTD) {
        return -1;
      }
      return ZstdBlocks.compress(payload.bytes(), length, block, SoothLayout.BLOCK_HEADER);
    }
    deflater.reset();
    deflater.setInput(payload.bytes(), 0, length);
    deflater.finish();
    int stored = deflater.deflate(block, SoothLayout.BLOCK_HEADER, length);
    return deflater.finished() && stored < length ? stored : -1;
  }

  private void ensure(int payload) {
    if (block.length < SoothLayout.BLOCK_HEADER + payload) {
      block = new byte[SoothLayout.BLOCK_HEADER + payload];
    }
  }
}
