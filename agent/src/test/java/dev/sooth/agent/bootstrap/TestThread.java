package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/** A thread whose operations a test makes, one whole operation after the other. */
public final class TestThread {
  public final ThreadLog log;
  private final Thread thread; // the log refers to it weakly

  public TestThread(int number) {
    thread = new Thread("t" + number);
    log = new ThreadLog(thread, number, false, null, false);
  }

  /** An operation with its place in the order of its location. */
  public void does(int op, int site, long key) {
    log.record(op, site, key);
  }

  /** An operation that is ordered by threads alone. */
  public void doesWithoutStripe(int op, long other) {
    log.recordWithoutStripe(op, 0, other);
  }

  /** Nothing has happened yet, to any location. */
  public static void forgetAll() {
    Arrays.fill(Stripes.CELLS, 0);
  }

  /** Recording is on or off. */
  public static void recording(boolean on) {
    Backlog.drained(Backlog.bytes());
    Hooks.on = on;
  }
}
