package dev.sooth.cli;

/** The options do not go together; the message says why. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
