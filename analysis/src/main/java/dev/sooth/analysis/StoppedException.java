package dev.sooth.analysis;

/** Time ran out while a trace was being read by code that does not ask a {@code Stop}. */
final class StoppedException extends RuntimeException {
  StoppedException() {
    super("time ran out", null, false, false);
  }
}
