package dev.sooth.cli;

import dev.sooth.detect.Stop;
import dev.sooth.report.TraceCounts;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.TraceSource;
import java.io.IOException;

/**
 * A source that counts what is read from it, moves the progress bar, and ends a pass with {@link
 * StoppedException} when time runs out. What it knows is about the last pass.
 */
final class ObservedSource implements TraceSource {
  private final TraceSource input;
  private final Stop stop;
  private final Progress progress;
  private long events;
  private TraceNames names = TraceNames.empty();
  private TraceNotes notes = new TraceNotes();

  ObservedSource(TraceSource input, Stop stop, Progress progress) {
    this.input = input;
    this.stop = stop;
    this.progress = progress;
  }

  /** Of the last pass, so far. */
  TraceCounts counts() {
    return new TraceCounts(
        events, names.threads().size(), names.variables().size(), names.locks().size());
  }

  TraceNames names() {
    return names;
  }

  TraceNotes notes() {
    return notes;
  }

  @Override
  public String name() {
    return input.name();
  }

  @Override
  public boolean repeatable() {
    return input.repeatable();
  }

  @Override
  public TraceCursor open() throws IOException {
    TraceCursor cursor = input.open();
    events = 0;
    names = cursor.names();
    return new ObservedCursor(cursor);
  }

  private final class ObservedCursor implements TraceCursor {
    private final TraceCursor cursor;

    ObservedCursor(TraceCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next(EventBatch batch) throws IOException {
      if (stop.now()) {
        throw new StoppedException();
      }
      boolean more = cursor.next(batch);
      events += batch.size();
      progress.events(events);
      return more;
    }

    @Override
    public TraceNames names() {
      return cursor.names();
    }

    @Override
    public String where(long position) {
      return cursor.where(position);
    }

    @Override
    public TraceNotes notes() {
      return cursor.notes();
    }

    @Override
    public void close() throws IOException {
      notes = cursor.notes();
      cursor.close();
    }
  }
}
