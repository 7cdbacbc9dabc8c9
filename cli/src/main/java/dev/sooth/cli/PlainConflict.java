package dev.sooth.cli;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;

/** The pairs of which a verdict can be asked for and given. */
final class PlainConflict {
  /** What such a pair is, for messages. */
  static final String WORDS = "a plain access and a plain write of one variable by two threads";

  private PlainConflict() {}

  /** Whether the two events are such a pair. */
  static boolean of(Trace trace, int first, int second) {
    return Kind.isPlainAccess(trace.kind(first))
        && Kind.isPlainAccess(trace.kind(second))
        && trace.target(first) == trace.target(second)
        && trace.thread(first) != trace.thread(second)
        && (trace.kind(first) == Kind.WRITE || trace.kind(second) == Kind.WRITE);
  }
}
