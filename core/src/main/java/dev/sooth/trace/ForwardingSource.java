package dev.sooth.trace;

/** A source that does something to the passes over another, and nothing else. */
public abstract class ForwardingSource implements TraceSource {
  protected final TraceSource input;

  protected ForwardingSource(TraceSource input) {
    this.input = input;
  }

  @Override
  public String name() {
    return input.name();
  }

  @Override
  public boolean repeatable() {
    return input.repeatable();
  }
}
