package dev.sooth.trace.format;

import dev.sooth.trace.EventBatch;
import java.io.Closeable;
import java.io.IOException;

/** Writes the events of a trace in one format. */
interface EventWriter extends Closeable {
  void append(EventBatch batch) throws IOException;

  /** Writes what comes after the last event; without it the output is not complete. */
  void finish() throws IOException;
}
