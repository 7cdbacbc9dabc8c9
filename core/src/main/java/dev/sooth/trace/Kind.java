package dev.sooth.trace;

/**
 * The kinds of events, as the bytes that stand in a {@link Trace}'s kind column.
 *
 * <p>A byte and not an enum: the column is scanned hundreds of millions of times a second, and a
 * {@code switch} on these constants compiles to a table jump.
 *
 * <p>What an event's <em>target</em> is depends on its kind: a variable for the accesses, a lock
 * for {@link #ACQUIRE} and {@link #RELEASE}, a thread for {@link #FORK} and {@link #JOIN}, nothing
 * (0) for the markers.
 */
public final class Kind {
  /**
   * An event without effect that keeps its position: a kind that no analysis needs ({@code req},
   * {@code dummy}), one that {@code --lenient} dropped, a nested re-entrant acquire or its release,
   * or one that a filter removed.
   */
  public static final byte NOP = 0;

  public static final byte READ = 1;
  public static final byte WRITE = 2;
  public static final byte ACQUIRE = 3;
  public static final byte RELEASE = 4;
  public static final byte FORK = 5;
  public static final byte JOIN = 6;

  /** Marker: the thread, or a transaction of it, begins. No effect on any order. */
  public static final byte BEGIN = 7;

  /** Marker: the thread, or a transaction of it, ends. No effect on any order. */
  public static final byte END = 8;

  /** A read that synchronises (volatile, atomic): carries reads-from, is never half of a race. */
  public static final byte VOLATILE_READ = 9;

  /** A write that synchronises (volatile, atomic). */
  public static final byte VOLATILE_WRITE = 10;

  /** Kinds are 0 to COUNT - 1. */
  public static final int COUNT = 11;

  private static final String[] SYMBOLS = {
    "dummy", "r", "w", "acq", "rel", "fork", "join", "begin", "end", "vr", "vw"
  };

  private Kind() {}

  /** The name of the kind in STD form and in JSON. */
  public static String symbol(byte kind) {
    return SYMBOLS[kind];
  }

  /** Whether an event of this kind can be half of a race. */
  public static boolean isPlainAccess(byte kind) {
    return kind == READ || kind == WRITE;
  }

  /** Whether an event of this kind reads or writes a variable. */
  public static boolean isAccess(byte kind) {
    return isPlainAccess(kind) || kind == VOLATILE_READ || kind == VOLATILE_WRITE;
  }

  /** Whether the event's target is a lock. */
  public static boolean isLockOperation(byte kind) {
    return kind == ACQUIRE || kind == RELEASE;
  }

  /** Whether the event's target is a thread. */
  public static boolean isThreadOperation(byte kind) {
    return kind == FORK || kind == JOIN;
  }
}
