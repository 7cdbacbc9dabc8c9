package dev.sooth.trace;

/** What the events of a batch have read or written, as far as it was recorded. */
public interface EventValues {
  /** Whether the value of the event at this column index is known. */
  boolean isKnown(int i);

  /** The value of an event of which it is known. */
  long get(int i);
}
