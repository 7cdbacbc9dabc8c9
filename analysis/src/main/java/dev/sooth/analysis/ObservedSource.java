package dev.sooth.analysis;

import dev.sooth.detect.Stop;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.ForwardingCursor;
import dev.sooth.trace.ForwardingSource;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.BitSet;

/**
 * A source that counts what is read from it, tells of the progress, and ends a pass with {@link
 * StoppedException} when time runs out. What it knows is about the last pass.
 */
public final class ObservedSource extends ForwardingSource {
  private final Stop stop;
  private final AnalysisProgress progress;
  private long events;
  private long readNanos; // of all passes
  private TraceNames names = TraceNames.empty();
  private TraceNotes notes = new TraceNotes();

  /** Observes a source whose passes end when {@code stop} says so. */
  ObservedSource(TraceSource input, Stop stop, AnalysisProgress progress) {
    super(input);
    this.stop = stop;
    this.progress = progress;
  }

  /** Of the last pass, so far. */
  public TraceCounts counts() {
    return new TraceCounts(
        events, names.threads().size(), names.variables().count(), names.locks().count());
  }

  /** The time that reading took, in all passes, without what was done with the events. */
  long readNanos() {
    return readNanos;
  }

  /** Of the last pass, so far. */
  public TraceNames names() {
    return names;
  }

  /** Of the last pass that was closed. */
  public TraceNotes notes() {
    return notes;
  }

  @Override
  public TraceCursor open() throws IOException {
    TraceCursor cursor = input.open();
    events = 0;
    names = cursor.names();
    return new ObservedCursor(cursor);
  }

  /** Observes a source that is read to its end. */
  public static ObservedSource of(TraceSource input, AnalysisProgress progress) {
    return new ObservedSource(input, Stop.NEVER, progress);
  }

  private final class ObservedCursor extends ForwardingCursor {
    ObservedCursor(TraceCursor cursor) {
      super(cursor);
    }

    @Override
    public void forgetDead(BitSet exceptVariables) {
      input.forgetDead(exceptVariables);
    }

    @Override
    public boolean next(EventBatch batch) throws IOException {
      if (stop.now()) {
        throw new StoppedException();
      }
      long start = System.nanoTime();
      boolean more = input.next(batch);
      readNanos += System.nanoTime() - start;
      events += batch.size();
      progress.events(events);
      return more;
    }

    @Override
    public void close() throws IOException {
      notes = input.notes();
      super.close();
    }
  }
}
