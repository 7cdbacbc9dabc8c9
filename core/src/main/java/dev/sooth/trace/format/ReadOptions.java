package dev.sooth.trace.format;

import java.util.Optional;

/**
 * How to read a trace.
 *
 * @param format the format, or nothing to find it out from the content
 * @param lenient whether events that break the rules are dropped and counted instead of refused
 */
public record ReadOptions(Optional<TraceFormat> format, boolean lenient) {

  /** Any format, nothing dropped. */
  public static ReadOptions defaults() {
    return new ReadOptions(Optional.empty(), false);
  }
}
