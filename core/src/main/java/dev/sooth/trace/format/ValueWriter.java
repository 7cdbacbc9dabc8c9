package dev.sooth.trace.format;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the file of values that stands beside a trace: eight bytes of magic, then for each event,
 * in the order of the trace, a byte 0 when no value is known, or a byte 1 and the value, eight
 * bytes, most significant first.
 */
public final class ValueWriter implements Closeable {
  static final byte[] MAGIC = "SOOTHVAL".getBytes(StandardCharsets.US_ASCII);

  private final DataOutputStream out;

  /** Begins the file. */
  public ValueWriter(Path file) throws IOException {
    out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
    out.write(MAGIC);
  }

  /** Where the values of this trace are. */
  public static Path besides(Path trace) {
    return trace.resolveSibling(trace.getFileName() + ".values");
  }

  /** The value of the next event, if it is known. */
  public void next(boolean known, long value) throws IOException {
    out.writeByte(known ? 1 : 0);
    if (known) {
      out.writeLong(value);
    }
  }

  /** Hands what came so far to the system. */
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
