package dev.sooth.trace.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The optional blocks of a {@code .sooth} file that say how each thread went; {@code
 * docs/trace-format.md} explains them. The payload of each begins with what it holds.
 */
public final class FlowFormat {
  /** What a block holds: the part of a thread's stream, a class file, instructions. */
  public static final int STREAM = 1;

  public static final int CLASS_FILE = 2;
  public static final int INSTRUCTIONS = 3;

  // What stands in the stream of a thread.
  public static final int BRANCHES = 1;
  public static final int VALUE = 2;
  public static final int RETURNED = 3;
  public static final int RESULT = 4;
  public static final int ENTERED = 5;
  public static final int ENTERED_WITH_ARGUMENTS = 6;
  public static final int CAUGHT = 7;
  public static final int ACCESS = 8;
  public static final int ACCESS_UNKNOWN = 9;
  public static final int EVENT = 10;

  /** Of blocks that are compressed in memory in the end, of the file. */
  private static final int MOST_BYTES = SoothLayout.LARGEST_PAYLOAD - 64;

  private FlowFormat() {}

  /** Bytes that are added one after the other. */
  public static final class Bytes {
    private final PayloadWriter payload = new PayloadWriter();

    public void put(int value) {
      payload.putByte(value);
    }

    /** A number that is not negative. */
    public void putVarint(long value) {
      payload.putVarint(value);
    }

    /** Any number; small ones of either sign are short. */
    public void putSigned(long value) {
      long rest = (value << 1) ^ (value >> 63);
      while ((rest & ~0x7FL) != 0) {
        payload.putByte(((int) rest & 0x7F) | 0x80);
        rest >>>= 7;
      }
      payload.putByte((int) rest);
    }

    public void putAll(byte[] bytes, int length) {
      payload.putBytes(bytes, length);
    }

    public void putAll(Bytes other) {
      payload.putAll(other.payload);
    }

    public int length() {
      return payload.length();
    }

    public void clear() {
      payload.clear();
    }

    /** Writes them as a block. */
    public void writeTo(SoothWriter writer) throws IOException {
      if (length() > MOST_BYTES) {
        throw new IOException("a class file of " + length() + " bytes is too long for a trace");
      }
      writer.flow(payload);
    }
  }

  /**
   * The payloads of the blocks of a trace, in the order of the file; empty if it has none, as all
   * text formats. A file that was cut off is read up to its last whole block.
   */
  public static List<byte[]> read(Path file) throws IOException {
    String name = file.toString();
    try (InputStream in = TraceInput.binary(Files.newInputStream(file), name)) {
      return in == null ? List.of() : read(name, in);
    }
  }

  private static List<byte[]> read(String name, InputStream in) throws IOException {
    List<byte[]> found = new ArrayList<>();
    try (BlockInput blocks = new BlockInput(name, in)) {
      while (blocks.version() == SoothLayout.VERSION && blocks.next()) {
        if (blocks.type() == SoothLayout.INDEX_BLOCK) {
          break;
        }
        if (blocks.type() != SoothLayout.FLOW_BLOCK) {
          if (!blocks.skip()) {
            break;
          }
          continue;
        }
        if (!blocks.load()) {
          break;
        }
        try {
          PayloadReader payload = blocks.payload();
          byte[] bytes = new byte[payload.left()];
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) payload.readByte("data flow");
          }
          found.add(bytes);
        } catch (PayloadReader.Malformed e) {
          throw blocks.bad(e.getMessage());
        }
      }
    }
    return found;
  }

  /** Reads what {@link Bytes} has written; past the end it says so. */
  public static final class Input {
    private final byte[] bytes;
    private int at;
    private final int end;

    public Input(byte[] bytes) {
      this(bytes, 0, bytes.length);
    }

    private Input(byte[] bytes, int from, int end) {
      this.bytes = bytes;
      at = from;
      this.end = end;
    }

    public boolean atEnd() {
      return at >= end;
    }

    public int get() throws IOException {
      if (at >= end) {
        throw new IOException("data flow that ends in the middle of an entry");
      }
      return bytes[at++] & 0xFF;
    }

    public long getVarint() throws IOException {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        int next = get();
        value |= (long) (next & 0x7F) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw new IOException("data flow with a number that is too long");
    }

    public long getSigned() throws IOException {
      long value = getVarint();
      return (value >>> 1) ^ -(value & 1);
    }

    public byte[] getAll(int length) throws IOException {
      if (length < 0 || length > end - at) {
        throw new IOException("data flow that ends in the middle of an entry");
      }
      byte[] part = Arrays.copyOfRange(bytes, at, at + length);
      at += length;
      return part;
    }
  }
}
