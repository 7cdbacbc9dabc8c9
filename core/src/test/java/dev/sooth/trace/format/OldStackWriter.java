package dev.sooth.trace.format;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Writes the file of stacks that stood beside a trace of version 1: for chosen events, the places
 * from which their place was called. Frames form a tree, so that equal callers are written once.
 * Specified in {@code docs/trace-format.md}.
 */
final class OldStackWriter implements Closeable {
  static final byte[] MAGIC = "SOOTHSTK".getBytes(StandardCharsets.US_ASCII);

  /** The stack of an event that was called from nowhere. */
  public static final int ROOT = 0;

  private record Frame(int parent, String place) {}

  private final DataOutputStream out;
  private final Map<Frame, Integer> numbers = new HashMap<>();
  private final Bytes frames = new Bytes();
  private final Bytes events = new Bytes();
  private int newFrames;
  private int newEvents;
  private long lastPosition;

  OldStackWriter(Path file) throws IOException {
    out = new DataOutputStream(Files.newOutputStream(file));
    out.write(MAGIC);
  }

  /** Where the stacks of this trace are. */
  static Path besides(Path trace) {
    return trace.resolveSibling(trace.getFileName() + ".stacks");
  }

  /** The number of the frame at this place that is called from that frame. */
  public int frame(int parent, String place) {
    Frame frame = new Frame(parent, place);
    Integer known = numbers.get(frame);
    if (known != null) {
      return known;
    }
    numbers.put(frame, numbers.size() + 1);
    frames.varint(parent);
    byte[] name = place.getBytes(StandardCharsets.UTF_8);
    frames.varint(name.length);
    frames.write(name, 0, name.length);
    newFrames++;
    return numbers.size();
  }

  /** The event at this position was called from this frame. Positions come in their order. */
  public void event(long position, int caller) {
    events.varint(position - lastPosition);
    events.varint(caller);
    lastPosition = position;
    newEvents++;
  }

  /** Writes what came since the last block, if anything, as a block. */
  public void flush() throws IOException {
    if (newFrames == 0 && newEvents == 0) {
      return;
    }
    Bytes block = new Bytes();
    block.varint(newFrames);
    frames.writeTo(block);
    block.varint(newEvents);
    events.writeTo(block);
    frames.reset();
    events.reset();
    newFrames = 0;
    newEvents = 0;
    byte[] payload = block.toByteArray();
    CRC32C checksum = new CRC32C();
    checksum.update(payload);
    ByteArrayOutputStream whole = new ByteArrayOutputStream(payload.length + 8);
    DataOutputStream header = new DataOutputStream(whole);
    header.writeInt(payload.length);
    header.writeInt((int) checksum.getValue());
    header.write(payload);
    out.write(whole.toByteArray());
  }

  /** Bytes since the last block: time for another one when they are many. */
  public int pending() {
    return frames.size() + events.size();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }

  private static final class Bytes extends ByteArrayOutputStream {
    void varint(long value) {
      long rest = value;
      while (rest >= 0x80) {
        write((int) rest | 0x80);
        rest >>>= 7;
      }
      write((int) rest);
    }
  }
}
