package dev.sooth.testkit;

import dev.sooth.trace.Kind;

/**
 * One event by names: the form in which the test kit edits traces. An object per event is fine for
 * traces of twenty events.
 *
 * @param target variable, lock or thread; empty for markers
 */
record NamedEvent(byte kind, String thread, String target, String location) {
  NamedEvent withLocation(String other) {
    return new NamedEvent(kind, thread, target, other);
  }

  NamedEvent withKind(byte other) {
    return new NamedEvent(other, thread, target, location);
  }

  NamedEvent withThread(String other) {
    return new NamedEvent(kind, other, target, location);
  }

  NamedEvent withTarget(String other) {
    return new NamedEvent(kind, thread, other, location);
  }

  boolean uses(byte targetKind, String name) {
    return target.equals(name) && sameSpace(kind, targetKind);
  }

  /** Whether targets of these two kinds come from the same table of names. */
  static boolean sameSpace(byte a, byte b) {
    return (Kind.isAccess(a) && Kind.isAccess(b))
        || (Kind.isLockOperation(a) && Kind.isLockOperation(b))
        || (Kind.isThreadOperation(a) && Kind.isThreadOperation(b));
  }

  /** As in a one-line trace: {@code T1 w(x)}. */
  @Override
  public String toString() {
    return thread + " " + Kind.symbol(kind) + "(" + target + ")";
  }
}
