package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.ThreadLog;
import java.io.IOException;

/** Gives all events to two sinks, to the first one first. */
final class BothSinks implements EventSink {
  private final EventSink first;
  private final EventSink second;

  BothSinks(EventSink first, EventSink second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public void thread(ThreadLog log) throws IOException {
    first.thread(log);
    second.thread(log);
  }

  @Override
  public void event(RecordedEvent event) throws IOException {
    first.event(event);
    second.event(event);
  }

  @Override
  public void flow(int thread, int op, int site, long word) throws IOException {
    first.flow(thread, op, site, word);
    second.flow(thread, op, site, word);
  }

  @Override
  public void dead(long[] numbers) throws IOException {
    first.dead(numbers);
    second.dead(numbers);
  }

  @Override
  public void flush() throws IOException {
    first.flush();
    second.flush();
  }

  @Override
  public long bytes() {
    return first.bytes() + second.bytes();
  }

  @Override
  public String summary() {
    return first.summary() + "\n" + second.summary();
  }

  @Override
  public void close() throws IOException {
    try {
      first.close();
    } finally {
      second.close();
    }
  }
}
