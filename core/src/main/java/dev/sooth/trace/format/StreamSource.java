package dev.sooth.trace.format;

import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.io.InputStream;

/** A trace that comes through a stream and can be read once; not checked for well-formedness. */
final class StreamSource implements TraceSource {
  private final InputStream in;
  private final String name;
  private final ReadOptions options;
  private boolean opened;

  StreamSource(InputStream in, String name, ReadOptions options) {
    this.in = in;
    this.name = name;
    this.options = options;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean repeatable() {
    return false;
  }

  @Override
  public TraceCursor open() throws IOException {
    if (opened) {
      throw new IllegalStateException(name + " can be read only once");
    }
    opened = true;
    return TraceInput.open(in, name, options);
  }
}
