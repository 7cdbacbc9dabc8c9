package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** Reads the stacks that recordings of version 1 have in a file beside the trace. */
final class OldStackReader {
  private static final byte[] MAGIC = "SOOTHSTK".getBytes(StandardCharsets.US_ASCII);
  private static final int ROOT = 0;
  private static final int LARGEST_BLOCK = 1 << 28;

  private final String file;
  private final long[] positions;
  private final Map<Long, Integer> callers = new HashMap<>();
  private int[] parents = new int[256];
  private final List<String> places = new ArrayList<>();
  private byte[] block;
  private int at;
  private long position;

  private OldStackReader(String file, long[] positions) {
    this.file = file;
    this.positions = positions;
    places.add("");
  }

  /** Where the stacks of a trace are. */
  static Path besides(Path trace) {
    return trace.resolveSibling(trace.getFileName() + ".stacks");
  }

  /**
   * The callers of the events at these positions, which are sorted: innermost first, without the
   * place of the event itself. Events without a stack are left out. A file that ends early is read
   * to its last whole block.
   */
  static Map<Long, List<String>> read(Path file, long[] positions) throws IOException {
    OldStackReader reader = new OldStackReader(file.toString(), positions);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      reader.read(in);
    }
    Map<Long, List<String>> result = new HashMap<>();
    for (Map.Entry<Long, Integer> entry : reader.callers.entrySet()) {
      result.put(entry.getKey(), reader.stack(entry.getValue()));
    }
    return result;
  }

  private void read(DataInputStream in) throws IOException {
    if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
      throw bad("does not begin as a file of stacks does");
    }
    while (true) {
      byte[] header = in.readNBytes(8);
      if (header.length < 8) {
        return;
      }
      int length = number(header, 0);
      if (length < 0 || length > LARGEST_BLOCK) {
        throw bad("has a block of " + Integer.toUnsignedString(length) + " bytes");
      }
      block = in.readNBytes(length);
      if (block.length < length) {
        return;
      }
      CRC32C checksum = new CRC32C();
      checksum.update(block);
      if ((int) checksum.getValue() != number(header, 4)) {
        throw bad("is damaged: a checksum is wrong");
      }
      at = 0;
      frames();
      events();
    }
  }

  private void frames() throws IOException {
    long count = varint();
    for (long i = 0; i < count; i++) {
      long parent = varint();
      long length = varint();
      if (parent >= places.size() || length > block.length - at) {
        throw bad("has a frame that does not fit");
      }
      int number = places.size();
      if (number == parents.length) {
        parents = Arrays.copyOf(parents, 2 * number);
      }
      parents[number] = (int) parent;
      places.add(new String(block, at, (int) length, StandardCharsets.UTF_8));
      at += (int) length;
    }
  }

  private void events() throws IOException {
    long count = varint();
    for (long i = 0; i < count; i++) {
      position += varint();
      long caller = varint();
      if (caller >= places.size() || position < 0) {
        throw bad("names a frame that it does not have");
      }
      if (Arrays.binarySearch(positions, position) >= 0) {
        callers.put(position, (int) caller);
      }
    }
  }

  private List<String> stack(int frame) {
    List<String> result = new ArrayList<>();
    for (int f = frame; f != ROOT; f = parents[f]) {
      result.add(places.get(f));
    }
    return result;
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      if (at == block.length) {
        throw bad("has a block that ends too early");
      }
      byte b = block[at++];
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw bad("has a number that is too long");
  }

  private static int number(byte[] bytes, int from) {
    return (bytes[from] & 0xFF) << 24
        | (bytes[from + 1] & 0xFF) << 16
        | (bytes[from + 2] & 0xFF) << 8
        | (bytes[from + 3] & 0xFF);
  }

  private BadTraceException bad(String what) {
    return new BadTraceException(file, "stacks", what + ", expected one that the agent wrote");
  }
}
