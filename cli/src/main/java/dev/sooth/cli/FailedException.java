package dev.sooth.cli;

import dev.sooth.analysis.Failure;

/** Ends a verb with a failure that an analysis has described already. */
final class FailedException extends RuntimeException {
  private final Failure failure;

  FailedException(Failure failure) {
    super(failure.message(), failure.cause());
    this.failure = failure;
  }

  Failure failure() {
    return failure;
  }
}
