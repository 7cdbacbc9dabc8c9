package dev.sooth.trace;

/** The input is a trace, but not one that this engine can hold in this heap. Status 65. */
public final class TraceTooLargeException extends RuntimeException {
  public TraceTooLargeException(String message) {
    super(message);
  }
}
