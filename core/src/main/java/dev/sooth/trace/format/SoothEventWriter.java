package dev.sooth.trace.format;

import dev.sooth.trace.EventBatch;
import java.io.IOException;

/** Writes a {@code .sooth} file. */
final class SoothEventWriter implements EventWriter {
  private final SoothWriter writer;

  SoothEventWriter(SoothWriter writer) {
    this.writer = writer;
  }

  @Override
  public void append(EventBatch batch) throws IOException {
    writer.append(batch);
  }

  @Override
  public void finish() throws IOException {
    writer.close();
  }

  @Override
  public void close() throws IOException {
    // After a failure the footer must not be written: it would make the output look complete.
    // The stream itself is closed by its owner.
  }
}
