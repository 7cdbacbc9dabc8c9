package dev.sooth.trace;

import java.util.List;

/** From where the places of the events of a batch were called, as far as it was recorded. */
public interface EventCallers {
  /** The callers of the event at this column index, innermost first; empty if none are known. */
  List<String> of(int i);
}
