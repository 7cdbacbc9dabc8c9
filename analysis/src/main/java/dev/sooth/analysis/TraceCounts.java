package dev.sooth.analysis;

/** The size of a trace, or of the part that was read before time ran out. */
public record TraceCounts(long events, int threads, int variables, int locks) {
  /** Of a trace that could not be read. */
  public static final TraceCounts NONE = new TraceCounts(0, 0, 0, 0);
}
