package dev.sooth.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What reading a trace left out or changed, counted. Nothing is skipped silently: every reader and
 * check counts here, and the report prints it.
 */
public final class TraceNotes {
  /** Stands in a note for how often it was counted, with its noun: {@code skipped {n} events}. */
  private static final String COUNTED_EVENTS = "{n} events";

  private final Map<String, Long> counts = new LinkedHashMap<>();
  private long repaired;
  private boolean truncated;

  /** Counts one more occurrence of a harmless thing, such as a skipped kind. */
  public void count(String what) {
    count(what, 1);
  }

  /**
   * Counts more occurrences at once. Where the text holds {@code {n} events}, the number is put
   * there; otherwise it follows the text.
   */
  public void count(String what, long times) {
    if (times > 0) {
      counts.merge(what, times, Long::sum);
    }
  }

  /** Counts one event that {@code --lenient} dropped: results now speak of the repaired trace. */
  public void countRepair(String what) {
    repaired++;
    count(what);
  }

  /** How many events were dropped to make the trace well-formed. */
  public long repaired() {
    return repaired;
  }

  /** Notes that the file ends in the middle, after this many events. */
  public void truncatedAfter(long events) {
    truncated = true;
    count("truncated: " + events + " events read");
  }

  /** Whether the end of the trace is missing. */
  public boolean truncated() {
    return truncated;
  }

  /** Adds another reader's notes to these. */
  public void addAll(TraceNotes other) {
    other.counts.forEach((what, n) -> counts.merge(what, n, Long::sum));
    repaired += other.repaired;
    truncated |= other.truncated;
  }

  /** One line a note, such as {@code skipped 12 events of kind req}. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    counts.forEach((what, n) -> lines.add(line(what, n)));
    return lines;
  }

  private static String line(String what, long n) {
    if (what.contains(COUNTED_EVENTS)) {
      return what.replace(COUNTED_EVENTS, n == 1 ? "1 event" : n + " events");
    }
    return n == 1 ? what : what + " (" + n + " times)";
  }
}
