package dev.sooth.trace;

import java.io.IOException;

/** A cursor that does something to the events of another, and nothing else. */
public abstract class ForwardingCursor implements TraceCursor {
  protected final TraceCursor input;

  protected ForwardingCursor(TraceCursor input) {
    this.input = input;
  }

  @Override
  public TraceNames names() {
    return input.names();
  }

  @Override
  public String where(long position) {
    return input.where(position);
  }

  @Override
  public TraceNotes notes() {
    return input.notes();
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
