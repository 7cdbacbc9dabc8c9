package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** A decompressed stream, whose complaints about damaged data are complaints about the trace. */
final class DecodedInput extends InputStream {
  /** Starts the decompression, which may fail on the first bytes already. */
  interface Decoder {
    InputStream open() throws IOException;
  }

  private final String name;
  private final String compression;
  private final InputStream in;
  private long given;

  DecodedInput(String name, String compression, Decoder decoder) throws IOException {
    this.name = name;
    this.compression = compression;
    try {
      in = decoder.open();
    } catch (EOFException e) {
      throw endsEarly();
    } catch (ZipException e) {
      throw damaged(e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    try {
      int got = in.read(bytes, from, length);
      given += Math.max(got, 0);
      return got;
    } catch (EOFException e) {
      throw endsEarly();
    } catch (ZipException e) {
      throw damaged(e);
    }
  }

  private BadTraceException endsEarly() {
    return new BadTraceException(name, where(), "the " + compression + " data ends early");
  }

  private BadTraceException damaged(IOException e) {
    String detail = e.getMessage() == null ? "" : ": " + e.getMessage();
    return new BadTraceException(name, where(), "damaged " + compression + " data" + detail);
  }

  private String where() {
    return "byte " + given + " of the decompressed data";
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
