package dev.sooth.analysis;

import java.util.Locale;

/** How the run of one engine on one trace ended. */
public enum RunStatus {
  /** The engine has seen the whole trace. */
  COMPLETE,
  /** The same, and the end of the trace is missing: nothing is said about what was there. */
  TRUNCATED,
  /** Some questions were left without an answer: what was found holds, nothing is said of them. */
  INCOMPLETE,
  /** Time ran out: what was found holds, nothing is said about the rest. */
  TIMEOUT,
  /** It was told to stop: what was found holds, nothing is said about the rest. */
  CANCELLED,
  /** The trace could not be read or analysed; there are no results. */
  ERROR;

  /** The name in JSON. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
