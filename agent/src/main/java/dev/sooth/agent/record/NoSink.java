package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.ThreadLog;

/** Where no events go when only a listener wants to know of the program: none come. */
final class NoSink implements EventSink {
  @Override
  public void thread(ThreadLog log) {}

  @Override
  public void event(RecordedEvent event) {}

  @Override
  public void flush() {}

  @Override
  public String summary() {
    return "";
  }

  @Override
  public void close() {}
}
