package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.LongHashSet;

/**
 * A second access whose prefix could not end when it came: some thread of the prefix held a lock
 * that the grain had acquired, and has to give it back first.
 */
final class SecondAccess {
  public final int variable;
  public final long position;
  public final byte kind;
  public final int thread;
  public final int location;

  /** Positions of the first accesses that were reported with it. */
  private final LongHashSet reported = new LongHashSet();

  public SecondAccess(int variable, long position, byte kind, int thread, int location) {
    this.variable = variable;
    this.position = position;
    this.kind = kind;
    this.thread = thread;
    this.location = location;
  }

  /** Whether this is the first report of the pair; notes it. */
  public boolean addReported(long first) {
    return reported.add(first);
  }

  public boolean isReported() {
    return !reported.isEmpty();
  }
}
