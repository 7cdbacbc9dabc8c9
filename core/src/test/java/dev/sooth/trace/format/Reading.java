package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.CheckedSource;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Traces as bytes and as lines of text, for the tests of this package. */
final class Reading {
  static final ReadOptions STRICT = ReadOptions.defaults();
  static final ReadOptions LENIENT = new ReadOptions(Optional.empty(), true);

  /** What came out of reading: the events in STD form, with the notes. */
  record Result(List<String> events, List<String> notes) {}

  private Reading() {}

  static ReadOptions as(TraceFormat format) {
    return new ReadOptions(Optional.of(format), false);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Reads an input without checking that it is well-formed. */
  static Result unchecked(byte[] input, ReadOptions options) throws IOException {
    return read(new StreamSource(new ByteArrayInputStream(input), "in", options));
  }

  static Result unchecked(String input) throws IOException {
    return unchecked(utf8(input), STRICT);
  }

  /** Reads an input as users do. */
  static Result checked(byte[] input, ReadOptions options) throws IOException {
    return read(TraceFiles.stream(new ByteArrayInputStream(input), "in", options));
  }

  static Result checked(String input) throws IOException {
    return checked(utf8(input), STRICT);
  }

  /** The message that reading ends with; fails if it does not end with one. */
  static String complaint(byte[] input, ReadOptions options) throws IOException {
    try {
      Result result = checked(input, options);
      throw new AssertionError("no complaint, but " + result);
    } catch (BadTraceException e) {
      return e.getMessage();
    }
  }

  static String complaint(String input) throws IOException {
    return complaint(utf8(input), STRICT);
  }

  static Result read(TraceSource source) throws IOException {
    List<String> events = new ArrayList<>();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = source.open()) {
      long expected = 0;
      while (cursor.next(batch)) {
        for (int i = batch.from; i < batch.to; i++) {
          if (batch.base + i != expected++) {
            throw new AssertionError("position " + (batch.base + i) + ", expected " + expected);
          }
          events.add(describe(batch, i, cursor.names()));
        }
      }
      return new Result(events, cursor.notes().lines());
    }
  }

  static String describe(EventBatch batch, int i, TraceNames names) {
    byte kind = batch.kind[i];
    String target = names.target(kind, batch.target[i]);
    return names.threads().get(batch.thread[i])
        + "|"
        + Kind.symbol(kind)
        + (target.isEmpty() ? "" : "(" + target + ")")
        + "|"
        + names.locations().get(batch.location[i]);
  }

  static byte[] written(Trace trace, TraceFormat format, TraceFiles.Compression compression)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceFiles.write(trace, out, format, compression);
    return out.toByteArray();
  }

  static byte[] sooth(Trace trace, SoothCodec codec) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = trace.openUnfiltered()) {
      SoothEventWriter writer = new SoothEventWriter(new SoothWriter(out, codec), trace.names());
      while (cursor.next(batch)) {
        writer.append(batch);
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  /** The same as a file of version 1. */
  static byte[] oldSooth(Trace trace, SoothCodec codec) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventBatch batch = new EventBatch();
    try (OldSoothWriter writer = new OldSoothWriter(out, trace.names(), codec);
        TraceCursor cursor = trace.openUnfiltered()) {
      while (cursor.next(batch)) {
        writer.append(batch);
      }
    }
    return out.toByteArray();
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  static Trace load(byte[] input, ReadOptions options) throws IOException {
    return Trace.load(
        new CheckedSource(
            new StreamSource(new ByteArrayInputStream(input), "in", options), options.lenient()));
  }

  /** All events in STD form. */
  static List<String> lines(Trace trace) throws IOException {
    List<String> lines = new ArrayList<>();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = trace.openUnfiltered()) {
      while (cursor.next(batch)) {
        for (int i = batch.from; i < batch.to; i++) {
          lines.add(describe(batch, i, trace.names()));
        }
      }
    }
    return lines;
  }
}
