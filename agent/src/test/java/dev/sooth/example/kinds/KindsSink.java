package dev.sooth.example.kinds;

import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.record.EventSink;
import dev.sooth.agent.record.RecordedEvent;
import dev.sooth.trace.Kind;
import java.util.Map;
import java.util.TreeMap;

/**
 * An example of a sink: counts the kinds of events that a program makes. To add it to the agent, it
 * would get a line in {@code Recording.sink}; nothing else changes.
 */
final class KindsSink implements EventSink {
  private final Map<String, Integer> counts = new TreeMap<>();
  private int threads;

  @Override
  public void thread(ThreadLog log) {
    threads++;
  }

  @Override
  public void event(RecordedEvent event) {
    counts.merge(Kind.symbol(event.kind), 1, Integer::sum);
  }

  @Override
  public void flush() {}

  @Override
  public String summary() {
    return threads + " threads, " + counts;
  }

  @Override
  public void close() {}
}
