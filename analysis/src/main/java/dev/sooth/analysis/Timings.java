package dev.sooth.analysis;

import java.time.Duration;

/**
 * Where the time of a run went.
 *
 * @param reading the trace, decompression and checks included; for engines that share a trace in
 *     memory, what it took once
 * @param detection the engine itself
 * @param proof witnesses and their check, with reading the trace again for them
 */
public record Timings(Duration reading, Duration detection, Duration proof) {
  /** Nothing was done. */
  public static final Timings NONE = new Timings(Duration.ZERO, Duration.ZERO, Duration.ZERO);

  static Timings ofReading(long nanos) {
    return new Timings(Duration.ofNanos(nanos), Duration.ZERO, Duration.ZERO);
  }

  /** So many nanoseconds. */
  public static Timings ofNanos(long reading, long detection, long proof) {
    return new Timings(
        Duration.ofNanos(reading), Duration.ofNanos(detection), Duration.ofNanos(proof));
  }

  /** All of it. */
  public Duration whole() {
    return search().plus(proof);
  }

  /** From opening the trace to the end of the search, proofs excluded. */
  public Duration search() {
    return reading.plus(detection);
  }
}
