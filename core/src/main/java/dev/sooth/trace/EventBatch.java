package dev.sooth.trace;

/**
 * A run of consecutive events, as columns. A {@link TraceCursor} fills it in or points it at its
 * own arrays; the caller reads the columns at {@code from <= i < to} and must not write to them,
 * nor keep them beyond the next call of {@link TraceCursor#next}.
 */
public final class EventBatch {
  /** {@link Kind} of each event. */
  public byte[] kind = {};

  /** Id of the thread that performs the event, see {@link TraceNames#threads()}. */
  public int[] thread = {};

  /** Variable, lock or thread id, according to the kind. */
  public int[] target = {};

  /** Id of the source location, see {@link TraceNames#locations()}. */
  public int[] location = {};

  /** Values of the events, or null if none were recorded. */
  public EventValues values;

  /** Callers of the events, or null if none were recorded. */
  public EventCallers callers;

  /**
   * Numbers of objects that no later batch has, in ascending order; null if none are known. What
   * was done to their variables may be forgotten, but not the order that they made.
   */
  public long[] dead;

  /**
   * Ids of variables that stand for nothing any more, and in this batch or a later one for others;
   * null if there are none. Only after {@link TraceCursor#forgetDead}.
   */
  public IdRanges forgottenVariables;

  /** The same of locks. */
  public IdRanges forgottenLocks;

  /** Index of the first event of this batch in the columns. */
  public int from;

  /** One past the index of the last event. */
  public int to;

  /** The event at column index i has the position {@code base + i} in the input. */
  public long base;

  /** How many events the batch holds. */
  public int size() {
    return to - from;
  }
}
