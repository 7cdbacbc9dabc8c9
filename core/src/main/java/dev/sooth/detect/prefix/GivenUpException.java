package dev.sooth.detect.prefix;

/** An automaton was asked to give up in the middle of an event. */
final class GivenUpException extends RuntimeException {
  private static final long serialVersionUID = 1;

  GivenUpException() {
    super("asked to give up", null, false, false);
  }
}
