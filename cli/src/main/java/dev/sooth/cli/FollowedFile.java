package dev.sooth.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a file that another process still writes: at its end it waits for more, until it is told
 * that the writer has gone. The file need not be there at first.
 */
final class FollowedFile extends InputStream {
  private static final long PAUSE_MILLIS = 50;

  private final Path file;
  private InputStream in;
  private volatile boolean writerGone;

  FollowedFile(Path file) {
    this.file = file;
  }

  /** Says that nothing will be added any more: what is there is read, and then the file ends. */
  void writerHasGone() {
    writerGone = true;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (true) {
      boolean last = writerGone; // asked first: what was written before is there now
      if (in == null && Files.exists(file)) {
        in = Files.newInputStream(file);
      }
      int got = in == null ? -1 : in.read(bytes, from, length);
      if (got > 0 || last) {
        return got;
      }
      pause();
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for more of the trace", e);
    }
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
  }
}
