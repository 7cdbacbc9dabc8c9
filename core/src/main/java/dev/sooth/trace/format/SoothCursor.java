package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.INT;
import static dev.sooth.trace.format.SoothLayout.LONG;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a {@code .sooth} file, a block a batch. A file that ends within a block, or without its
 * footer, is read up to the last whole block, and the notes say so. A whole block that is damaged
 * ends the reading with its number and offset. Every length is checked before memory is taken for
 * it, since the file may be hostile.
 */
final class SoothCursor implements TraceCursor {
  private final String name;
  private final InputStream in;
  private final TraceNames names = TraceNames.empty();
  private final TraceNotes notes = new TraceNotes();
  private final byte[] header = new byte[SoothLayout.BLOCK_HEADER];
  private final SoothPayload payload = new SoothPayload(names);
  private byte[] stored = new byte[0];

  private long offset; // of the block that is being read
  private long block; // its number, from 1
  private long events; // in the blocks before it
  private boolean ended;

  SoothCursor(String name, InputStream in) throws IOException {
    this.name = name;
    this.in = in;
    int got = in.readNBytes(header, 0, SoothLayout.FILE_HEADER);
    if (!SoothLayout.hasMagic(header, Math.min(got, SoothLayout.MAGIC_LENGTH))) {
      throw new BadTraceException(name, "byte 0", "not a .sooth file");
    }
    if (got < SoothLayout.FILE_HEADER) {
      truncated();
      return;
    }
    int checksum = SoothLayout.checksum(header, 0, SoothLayout.FILE_CHECKSUM_AT);
    if (checksum != (int) INT.get(header, SoothLayout.FILE_CHECKSUM_AT)) {
      throw new BadTraceException(name, "byte 0", "damaged file header, its checksum is wrong");
    }
    int version = header[SoothLayout.VERSION_AT] & 0xFF;
    if (version != SoothLayout.VERSION) {
      throw new BadTraceException(
          name,
          "byte " + SoothLayout.VERSION_AT,
          "version " + version + " of the format, expected version " + SoothLayout.VERSION);
    }
    offset = SoothLayout.FILE_HEADER;
  }

  @Override
  public boolean next(EventBatch batch) throws IOException {
    int count = 0;
    long first = events;
    while (count == 0 && !ended) {
      count = readBlock();
    }
    events += count;
    payload.show(batch, count);
    batch.base = first;
    return count > 0;
  }

  /** Reads the next block; how many events it has. */
  private int readBlock() throws IOException {
    int got = in.readNBytes(header, 0, SoothLayout.BLOCK_HEADER);
    if (got < SoothLayout.BLOCK_HEADER) {
      truncated();
      return 0;
    }
    block++;
    if (SoothLayout.checksum(header, 0, SoothLayout.HEADER_CHECKSUM_AT)
        != (int) INT.get(header, SoothLayout.HEADER_CHECKSUM_AT)) {
      throw bad("damaged block header, its checksum is wrong");
    }
    int storedLength = (int) INT.get(header, SoothLayout.STORED_LENGTH_AT);
    int rawLength = (int) INT.get(header, SoothLayout.RAW_LENGTH_AT);
    if (rawLength < 0 || rawLength > SoothLayout.LARGEST_PAYLOAD) {
      throw bad("payload of " + (rawLength & 0xFFFFFFFFL) + " bytes, expected at most 16 MiB");
    }
    if (storedLength < 0 || storedLength > rawLength) {
      throw bad("payload that is longer in the file than in memory");
    }
    if (stored.length < storedLength) {
      stored = new byte[storedLength];
    }
    if (in.readNBytes(stored, 0, storedLength) < storedLength) {
      truncated();
      return 0;
    }
    if (SoothLayout.checksum(stored, 0, storedLength)
        != (int) INT.get(header, SoothLayout.PAYLOAD_CHECKSUM_AT)) {
      throw bad("damaged block, its checksum is wrong");
    }
    int count = take(storedLength, rawLength);
    offset += SoothLayout.BLOCK_HEADER + (long) storedLength;
    return count;
  }

  /** Decodes the block whose header and payload have been read. */
  private int take(int storedLength, int rawLength) throws IOException {
    int type = header[SoothLayout.TYPE_AT] & 0xFF;
    boolean isEvents = type == SoothLayout.EVENTS_BLOCK;
    if (!isEvents && type != SoothLayout.FOOTER_BLOCK) {
      if ((type & SoothLayout.OPTIONAL) == 0) {
        throw bad("block of the unknown type " + type + "; a newer version of Sooth is needed");
      }
      return 0;
    }
    int count = (int) INT.get(header, SoothLayout.EVENTS_AT);
    if (count < 0 || count > SoothLayout.MOST_EVENTS || (count > 0 && !isEvents)) {
      throw bad((count & 0xFFFFFFFFL) + " events in a block, expected at most 65536");
    }
    if ((long) LONG.get(header, SoothLayout.FIRST_POSITION_AT) != events) {
      throw bad("a block is missing before this one, or stands at the wrong place");
    }
    try {
      payload.decompress(header[SoothLayout.CODEC_AT], stored, storedLength, rawLength);
      if (isEvents) {
        payload.readEvents(count);
      } else {
        payload.checkFooter(events);
        end();
      }
    } catch (SoothPayload.Malformed e) {
      throw bad(e.getMessage());
    }
    return count;
  }

  private void end() throws IOException {
    ended = true;
    if (in.read() >= 0) {
      throw bad("more data after the footer");
    }
  }

  private void truncated() {
    ended = true;
    notes.count("truncated: " + events + " events read");
  }

  private BadTraceException bad(String problem) {
    return new BadTraceException(name, "block " + block + " at byte " + offset, problem);
  }

  @Override
  public TraceNames names() {
    return names;
  }

  @Override
  public String where(long position) {
    return "event " + position;
  }

  @Override
  public TraceNotes notes() {
    return notes;
  }

  @Override
  public void close() throws IOException {
    payload.close();
    in.close();
  }
}
