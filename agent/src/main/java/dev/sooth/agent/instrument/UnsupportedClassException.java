package dev.sooth.agent.instrument;

/** A class that we cannot instrument; the message says why. */
final class UnsupportedClassException extends RuntimeException {
  UnsupportedClassException(String message) {
    super(message);
  }
}
