package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.INT;
import static dev.sooth.trace.format.SoothLayout.LONG;

import dev.sooth.trace.BadTraceException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The blocks of a {@code .sooth} file, one after the other. A whole block that is damaged ends the
 * reading with its number and offset. Every length is checked before memory is taken for it, since
 * the file may be hostile.
 */
final class BlockInput implements Closeable {
  private final String name;
  private final InputStream in;
  private final byte[] header = new byte[SoothLayout.BLOCK_HEADER];
  private final PayloadReader payload = new PayloadReader();
  private byte[] stored = new byte[0];
  private int version; // 0 if the file ends within its header
  private long offset; // of the block
  private long length; // of the block, with its header
  private long number; // of the block, from 1

  /** Reads the header of the file. */
  BlockInput(String name, InputStream in) throws IOException {
    this.name = name;
    this.in = in;
    int got = in.readNBytes(header, 0, SoothLayout.FILE_HEADER);
    if (!SoothLayout.hasMagic(header, Math.min(got, SoothLayout.MAGIC_LENGTH))) {
      throw new BadTraceException(name, "byte 0", "not a .sooth file");
    }
    if (got < SoothLayout.FILE_HEADER) {
      return;
    }
    int checksum = SoothLayout.checksum(header, 0, SoothLayout.FILE_CHECKSUM_AT);
    if (checksum != (int) INT.get(header, SoothLayout.FILE_CHECKSUM_AT)) {
      throw new BadTraceException(name, "byte 0", "damaged file header, its checksum is wrong");
    }
    version = header[SoothLayout.VERSION_AT] & 0xFF;
    if (version != SoothLayout.VERSION && version != SoothLayout.OLD_VERSION) {
      throw new BadTraceException(
          name,
          "byte " + SoothLayout.VERSION_AT,
          "version " + version + " of the format, expected version 1 or " + SoothLayout.VERSION);
    }
    length = SoothLayout.FILE_HEADER;
  }

  /** The version of the format, 0 if the file is too short to say. */
  int version() {
    return version;
  }

  /** Goes to the next block; false if the file ends within its header. */
  boolean next() throws IOException {
    int got = in.readNBytes(header, 0, SoothLayout.BLOCK_HEADER);
    if (got < SoothLayout.BLOCK_HEADER) {
      return false;
    }
    offset += length;
    length = SoothLayout.BLOCK_HEADER;
    number++;
    if (SoothLayout.checksum(header, 0, SoothLayout.HEADER_CHECKSUM_AT)
        != (int) INT.get(header, SoothLayout.HEADER_CHECKSUM_AT)) {
      throw bad("damaged block header, its checksum is wrong");
    }
    int rawLength = (int) INT.get(header, SoothLayout.RAW_LENGTH_AT);
    if (rawLength < 0 || rawLength > SoothLayout.LARGEST_PAYLOAD) {
      throw bad("payload of " + (rawLength & 0xFFFFFFFFL) + " bytes, expected at most 16 MiB");
    }
    int storedLength = storedLength();
    if (storedLength < 0 || storedLength > rawLength) {
      throw bad("payload that is longer in the file than in memory");
    }
    length += storedLength;
    return true;
  }

  /** Where the block starts, as long as blocks are read one after the other. */
  long offset() {
    return offset;
  }

  /** Where the next block starts. */
  long end() {
    return offset + length;
  }

  int type() {
    return header[SoothLayout.TYPE_AT] & 0xFF;
  }

  /** How many events the block says it has. */
  int events() {
    return (int) INT.get(header, SoothLayout.EVENTS_AT);
  }

  /** How many events the block says the blocks before it have. */
  long eventsBefore() {
    return (long) LONG.get(header, SoothLayout.FIRST_POSITION_AT);
  }

  private int storedLength() {
    return (int) INT.get(header, SoothLayout.STORED_LENGTH_AT);
  }

  /** Reads the payload as it stands in the file; false if the file ends before it does. */
  boolean load() throws IOException {
    int storedLength = storedLength();
    if (stored.length < storedLength) {
      stored = new byte[storedLength];
    }
    if (in.readNBytes(stored, 0, storedLength) < storedLength) {
      return false;
    }
    if (SoothLayout.checksum(stored, 0, storedLength)
        != (int) INT.get(header, SoothLayout.PAYLOAD_CHECKSUM_AT)) {
      throw bad("damaged block, its checksum is wrong");
    }
    return true;
  }

  /** Passes over the payload; false if the file ends before it does. */
  boolean skip() throws IOException {
    try {
      in.skipNBytes(storedLength());
      return true;
    } catch (EOFException e) {
      return false;
    }
  }

  /** The payload that was loaded. */
  PayloadReader payload() throws PayloadReader.Malformed {
    int rawLength = (int) INT.get(header, SoothLayout.RAW_LENGTH_AT);
    payload.decompress(header[SoothLayout.CODEC_AT], stored, storedLength(), rawLength);
    return payload;
  }

  /** Reads what follows the last block; false if the file ends before that does. */
  boolean finish(int trailerLength) throws IOException {
    byte[] trailer = in.readNBytes(trailerLength);
    if (trailer.length < trailerLength) {
      return false;
    }
    if (trailerLength > 0 && !SoothLayout.isTrailer(trailer, offset)) {
      throw bad("damaged trailer after the index");
    }
    if (in.read() >= 0) {
      throw bad("more data after the last block");
    }
    return true;
  }

  /** An exception that says where the block is. */
  BadTraceException bad(String problem) {
    return new BadTraceException(name, "block " + number + " at byte " + offset, problem);
  }

  @Override
  public void close() throws IOException {
    payload.close();
    in.close();
  }
}
