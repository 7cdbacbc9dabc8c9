package dev.sooth.detect;

import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.IdRanges;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import java.io.IOException;

/**
 * A detector that takes events as they come: whoever has them pushes them, a recorder as well as
 * the loop here that reads them from a trace. Its state does not grow with the number of events.
 */
public abstract class StreamingDetector implements Detector {
  /**
   * Begins the run.
   *
   * @param names behind the ids of the events; they become more while events come
   * @param stop for a detector that does much for one batch; the others leave it to the caller
   */
  public abstract void begin(TraceNames names, Pairs pairs, RaceSink sink, Stop stop);

  /**
   * Takes the next events. The place for the loop over them, with nothing around it, so that it is
   * compiled as a whole and not while it runs.
   */
  public abstract void accept(EventBatch batch);

  /** Whether it can {@link #forget}, so that ids may be given again. */
  public boolean canForget() {
    return false;
  }

  /**
   * Forgets what was done to these variables and locks: nothing more will be, and from the next
   * batch on their ids may be those of others. The order that they made stays.
   */
  protected void forget(IdRanges variables, IdRanges locks) {}

  /** Ends a run that was not stopped: no more events will come. */
  public void end() {}

  /** Whether to end now; a detector that asks by itself answers from what it was told. */
  protected boolean isStopped(Stop stop) {
    return stop.now();
  }

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = source.open()) {
      if (canForget()) {
        RacyVariables racy = new RacyVariables(sink); // whose names will be asked for
        cursor.forgetDead(racy.ids());
        begin(cursor.names(), pairs, racy, stop);
      } else {
        begin(cursor.names(), pairs, sink, stop);
      }
      while (!isStopped(stop)) {
        if (!cursor.next(batch)) {
          end();
          return;
        }
        if (batch.forgottenVariables != null) {
          forget(batch.forgottenVariables, batch.forgottenLocks);
        }
        accept(batch);
      }
    }
  }
}
