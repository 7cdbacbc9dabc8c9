package dev.sooth.trace;

import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;

/** One pass over a trace, from its first event to its last. Not thread-safe. */
public interface TraceCursor extends Closeable {
  /**
   * Moves to the next events.
   *
   * @return false when there are no more; the batch is then empty
   * @throws BadTraceException if the input is not a trace; the message says where and what was
   *     expected
   */
  boolean next(EventBatch batch) throws IOException;

  /**
   * Says that the caller does not look at which variables are accessed. From then on they may all
   * have the same id, if that saves the reader work.
   */
  default void leaveOutVariables() {}

  /**
   * Says that the caller looks at {@link EventBatch#forgottenVariables} and at the locks there.
   * From then on the names of dead objects may be forgotten and their ids given again.
   *
   * @param exceptVariables ids of variables whose names are needed; the caller may add to them
   *     except in {@link #next}
   */
  default void forgetDead(BitSet exceptVariables) {}

  /** The names of the ids used so far, and maybe of some more; grows in {@link #next} only. */
  TraceNames names();

  /**
   * Where the user finds the event at this position of the current batch: {@code line:column} in a
   * text file, {@code event N} in a binary one. Used in messages only.
   */
  String where(long position);

  /**
   * What this reader wants the user to know: skipped kinds, repaired names. Complete at the end.
   */
  TraceNotes notes();
}
