package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How busy each thread and each lock is, over the trace: counts of events in parts of the trace of
 * the same length. Of the threads and of the locks those with most events, the rest as one.
 */
final class Timeline {
  private static final int PARTS = 240;
  private static final int THREADS = 24;
  private static final int LOCKS = 12;

  private final Trace trace;
  private final int parts;

  Timeline(Trace trace) {
    this.trace = trace;
    this.parts = Math.min(PARTS, Math.max(1, trace.size()));
  }

  void write(JsonGenerator json, Names names) throws IOException {
    int[] events = new int[trace.names().threads().size()];
    int[] acquires = new int[trace.names().locks().size()];
    for (int i = 0; i < trace.size(); i++) {
      events[trace.thread(i)]++;
      if (trace.kind(i) == Kind.ACQUIRE) {
        acquires[trace.target(i)]++;
      }
    }
    int[] threads = most(events, THREADS);
    int[] locks = most(acquires, LOCKS);
    int[][] ofThreads = new int[threads.length + 1][parts];
    int[][] ofLocks = new int[locks.length + 1][parts];
    int[] rowOfThread = rows(threads, events.length);
    int[] rowOfLock = rows(locks, acquires.length);
    for (int i = 0; i < trace.size(); i++) {
      int part = (int) ((long) i * parts / trace.size());
      ofThreads[rowOfThread[trace.thread(i)]][part]++;
      if (trace.kind(i) == Kind.ACQUIRE) {
        ofLocks[rowOfLock[trace.target(i)]][part]++;
      }
    }
    json.writeObjectFieldStart("timeline");
    json.writeNumberField("parts", parts);
    json.writeNumberField("last", trace.size() == 0 ? 0 : trace.position(trace.size() - 1));
    json.writeArrayFieldStart("threads");
    for (int row = 0; row < threads.length; row++) {
      write(json, names.of(trace.names().threads().get(threads[row])), ofThreads[row]);
    }
    rest(json, names, ofThreads[threads.length], used(events) - threads.length, "threads");
    json.writeEndArray();
    json.writeArrayFieldStart("locks");
    for (int row = 0; row < locks.length; row++) {
      write(json, names.of(trace.names().locks().get(locks[row])), ofLocks[row]);
    }
    rest(json, names, ofLocks[locks.length], used(acquires) - locks.length, "locks");
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void rest(JsonGenerator json, Names names, int[] counts, int others, String what)
      throws IOException {
    if (others > 0) {
      write(json, names.of("… " + others + " other " + what), counts);
    }
  }

  private static void write(JsonGenerator json, int name, int[] counts) throws IOException {
    json.writeStartObject();
    json.writeNumberField("name", name);
    json.writeFieldName("counts");
    json.writeArray(counts, 0, counts.length);
    json.writeEndObject();
  }

  private static int used(int[] counts) {
    return (int) Arrays.stream(counts).filter(count -> count > 0).count();
  }

  /** The ids with most, in the order of the ids. */
  private static int[] most(int[] counts, int most) {
    return IntStream.range(0, counts.length)
        .filter(id -> counts[id] > 0)
        .boxed()
        .sorted((a, b) -> Integer.compare(counts[b], counts[a]))
        .limit(most)
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  /** The row of each id; the last one is that of the rest. */
  private static int[] rows(int[] ids, int size) {
    int[] rows = new int[size];
    Arrays.fill(rows, ids.length);
    for (int row = 0; row < ids.length; row++) {
      rows[ids[row]] = row;
    }
    return rows;
  }
}
