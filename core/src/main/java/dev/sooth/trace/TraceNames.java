package dev.sooth.trace;

/** The names behind the four kinds of ids of a trace. */
public record TraceNames(
    NameTable threads, NameList variables, NameList locks, NameTable locations) {

  /** Four empty tables. */
  public static TraceNames empty() {
    return new TraceNames(new NameTable(), new NameTable(), new NameTable(), new NameTable());
  }

  /**
   * The name of an event's target, as written between the parentheses of STD; empty for markers.
   */
  public String target(byte kind, int target) {
    if (Kind.isAccess(kind)) {
      return variables.get(target);
    }
    if (Kind.isLockOperation(kind)) {
      return locks.get(target);
    }
    return Kind.isThreadOperation(kind) ? threads.get(target) : "";
  }
}
