package dev.sooth.analysis;

import dev.sooth.detect.Stop;
import java.time.Duration;
import java.util.Optional;

/** Says stop once a time has passed or somebody else says so, and remembers why it did. */
final class Deadline implements Stop {
  private final long start;
  private final long nanos;
  private final Stop cancelled;
  private RunStatus status = RunStatus.COMPLETE;

  private Deadline(long start, long nanos, Stop cancelled) {
    this.start = start;
    this.nanos = nanos;
    this.cancelled = cancelled;
  }

  /** So long after {@code start}, a time of {@link System#nanoTime}; never if there is no limit. */
  static Deadline of(long start, Optional<Duration> limit, Stop cancelled) {
    return new Deadline(start, limit.map(Deadline::toNanos).orElse(Long.MAX_VALUE), cancelled);
  }

  private static long toNanos(Duration duration) {
    return duration.toSeconds() > Integer.MAX_VALUE ? Long.MAX_VALUE : duration.toNanos();
  }

  @Override
  public boolean now() {
    if (status == RunStatus.COMPLETE) {
      if (cancelled.now()) {
        status = RunStatus.CANCELLED;
      } else if (System.nanoTime() - start >= nanos) {
        status = RunStatus.TIMEOUT;
      }
    }
    return status != RunStatus.COMPLETE;
  }

  /** How the work ended that asked: complete unless somebody was told to stop. */
  RunStatus status() {
    return status;
  }
}
