package dev.sooth.trace.format;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Writes a text format, a line an event. */
abstract class TextWriter implements EventWriter {
  private static final int FLUSH_AT = 1 << 16;

  private final OutputStream out;
  final TraceNames names;
  private byte[] buffer = new byte[2 * FLUSH_AT];
  private int length;

  TextWriter(OutputStream out, TraceNames names) {
    this.out = out;
    this.names = names;
  }

  /** Puts the line of one event, without its end. */
  abstract void putEvent(byte kind, int thread, int target, int location) throws IOException;

  @Override
  public final void append(EventBatch batch) throws IOException {
    for (int i = batch.from; i < batch.to; i++) {
      putEvent(batch.kind[i], batch.thread[i], batch.target[i], batch.location[i]);
      put('\n');
      if (length >= FLUSH_AT) {
        flush();
      }
    }
  }

  @Override
  public void finish() throws IOException {
    flush();
    out.flush();
  }

  @Override
  public final void close() throws IOException {
    // The stream is closed by its owner; nothing else is held.
  }

  final void put(char ascii) {
    ensure(1);
    buffer[length++] = (byte) ascii;
  }

  final void put(String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      put(ascii.charAt(i));
    }
  }

  final void put(WrittenNames table, int id) {
    put(table, id, 0);
  }

  /** Puts a name without its first characters. */
  final void put(WrittenNames table, int id, int leftOut) {
    int size = table.length(id);
    ensure(size);
    table.copy(id, buffer, length);
    length += size;
    if (leftOut > 0) {
      System.arraycopy(buffer, length - size + leftOut, buffer, length - size, size - leftOut);
      length -= leftOut;
    }
  }

  private void ensure(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(length + more, 2 * buffer.length));
    }
  }

  private void flush() throws IOException {
    out.write(buffer, 0, length);
    length = 0;
  }
}
