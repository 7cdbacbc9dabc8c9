package dev.sooth.trace;

import java.io.IOException;

/** Something that can be read as a trace: a file, a pipe, or a {@link Trace} in memory. */
public interface TraceSource {
  /** What to call it in messages: the file's name as the user gave it. */
  String name();

  /** Starts a pass. A source that is not {@link #repeatable} can be opened once. */
  TraceCursor open() throws IOException;

  /** Whether {@link #open} can be called again; false for a pipe. */
  boolean repeatable();
}
