package dev.sooth.cli;

import dev.sooth.detect.Stop;
import java.time.Duration;
import java.util.Optional;

/** Says stop once a time has passed, and remembers that it did. */
final class Deadline implements Stop {
  private final long start;
  private final long nanos;
  private boolean expired;

  private Deadline(long start, long nanos) {
    this.start = start;
    this.nanos = nanos;
  }

  /** So long after {@code start}, a time of {@link System#nanoTime}; never if there is no limit. */
  static Deadline of(long start, Optional<Duration> limit) {
    return new Deadline(start, limit.map(Deadline::toNanos).orElse(Long.MAX_VALUE));
  }

  private static long toNanos(Duration duration) {
    return duration.toSeconds() > Integer.MAX_VALUE ? Long.MAX_VALUE : duration.toNanos();
  }

  @Override
  public boolean now() {
    expired = expired || System.nanoTime() - start >= nanos;
    return expired;
  }

  /** Whether someone was told to stop. */
  boolean hasStopped() {
    return expired;
  }
}
