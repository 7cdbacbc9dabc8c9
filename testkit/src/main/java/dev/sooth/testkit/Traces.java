package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.List;

/**
 * Traces as one-line strings, for tests and for the messages of failing tests.
 *
 * <p>Events are separated by commas, semicolons or line ends. An event is written {@code T1 w(x)},
 * or in STD form {@code T1|w(x)|3}, where the last part is the source location. Without a location
 * it is the position of the event; without a thread it is the thread of the event before: {@code
 * "T1 acq(l), w(x), rel(l); T2 r(x)"}. Kinds: {@code r w acq rel fork join begin end vr vw dummy}.
 *
 * <p>The trace is not checked: see {@link WellFormed}.
 */
public final class Traces {
  private static final String NAME = "test trace";

  private Traces() {}

  /** The trace that this string writes down. */
  public static Trace of(String text) {
    List<NamedEvent> events = new ArrayList<>();
    int start = 0;
    int depth = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : '\n';
      if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else if (c == '\n' || (depth == 0 && (c == ',' || c == ';'))) {
        String event = text.substring(start, i).strip();
        if (!event.isEmpty()) {
          events.add(event(event, events));
        }
        start = i + 1;
      }
    }
    return of(events);
  }

  /** The trace with these events, each in STD or short form. */
  public static Trace ofLines(List<String> lines) {
    List<NamedEvent> events = new ArrayList<>(lines.size());
    for (String line : lines) {
      events.add(event(line.strip(), events));
    }
    return of(events);
  }

  static Trace of(List<NamedEvent> events) {
    TraceBuilder builder = new TraceBuilder(NAME, TraceNames.empty());
    for (NamedEvent event : events) {
      builder.add(event.kind(), event.thread(), event.target(), event.location());
    }
    return builder.build();
  }

  /** The trace as a one-line string; {@link #of(String)} gives the same trace back. */
  public static String toLine(Trace trace) {
    StringBuilder line = new StringBuilder();
    List<NamedEvent> events = events(trace);
    for (int i = 0; i < events.size(); i++) {
      NamedEvent event = events.get(i);
      line.append(i == 0 ? "" : ", ");
      if (event.location().equals(String.valueOf(i))) {
        line.append(event);
      } else {
        line.append(trace.describe(i));
      }
    }
    return line.toString();
  }

  /** The events by name, in the kinds as read. */
  static List<NamedEvent> events(Trace trace) {
    List<NamedEvent> events = new ArrayList<>(trace.size());
    TraceNames names = trace.names();
    for (int i = 0; i < trace.size(); i++) {
      events.add(
          new NamedEvent(
              trace.kind(i),
              names.threads().get(trace.thread(i)),
              names.target(trace.kind(i), trace.target(i)),
              names.locations().get(trace.location(i))));
    }
    return events;
  }

  /** The same events, each with its position as its location. */
  static List<NamedEvent> withDefaultLocations(List<NamedEvent> events) {
    List<NamedEvent> result = new ArrayList<>(events.size());
    for (int i = 0; i < events.size(); i++) {
      result.add(events.get(i).withLocation(String.valueOf(i)));
    }
    return result;
  }

  private static NamedEvent event(String text, List<NamedEvent> before) {
    String location = String.valueOf(before.size());
    String thread = null;
    String operation = text;
    int bar = text.indexOf('|');
    if (bar >= 0) {
      int lastBar = text.lastIndexOf('|');
      thread = text.substring(0, bar).strip();
      operation = text.substring(bar + 1, lastBar > bar ? lastBar : text.length()).strip();
      if (lastBar > bar) {
        location = text.substring(lastBar + 1).strip();
      }
    } else {
      int space = text.indexOf(' ');
      int paren = text.indexOf('(');
      if (space >= 0 && space < paren) {
        thread = text.substring(0, space);
        operation = text.substring(space + 1).strip();
      } else if (!before.isEmpty()) {
        thread = before.get(before.size() - 1).thread();
      }
    }
    int open = operation.indexOf('(');
    if (thread == null || thread.isEmpty() || open < 0 || !operation.endsWith(")")) {
      throw new IllegalArgumentException(
          "event " + before.size() + ": found \"" + text + "\", expected such as \"T1 w(x)\"");
    }
    String target = operation.substring(open + 1, operation.length() - 1).strip();
    return new NamedEvent(kind(operation.substring(0, open).strip()), thread, target, location);
  }

  private static byte kind(String symbol) {
    for (byte kind = 0; kind < Kind.COUNT; kind++) {
      if (Kind.symbol(kind).equals(symbol)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no kind of event is called \"" + symbol + "\"");
  }
}
