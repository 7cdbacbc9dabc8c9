package dev.sooth.agent.bootstrap;

/**
 * A recording that starts in a program that runs already. The threads that are there by then run
 * code that is not instrumented until the methods that they are in return, which may be never: what
 * they synchronise is not seen, and nothing of them is recorded. Of a thread that starts later all
 * is seen. Between two of these the old threads can have made any order, which starts with
 * something that the one does by which others can come after it, and ends with something that the
 * other does by which it can come after others. So whoever does the former updates one variable of
 * all, before, and whoever does the latter reads it, after. {@code docs/soundness.md} says why no
 * order is missed then.
 */
final class LateStart {
  /** The variable: of no object and of no thread. */
  private static final long KEY = Op.syncKey(0, 0, Op.PART_PAST);

  private LateStart() {}

  /** An operation of the thread is about to take place. */
  static void before(ThreadLog log, int op, long key) {
    if (Op.mayGive(op) && !isOwn(op, key) && !log.plainState) {
      log.record(Op.HIDDEN_UPDATE, 0, KEY);
    }
  }

  /** An operation of the thread has taken place. */
  static void after(ThreadLog log, int op, long key) {
    if (Op.mayTake(op) && !isOwn(op, key) && !log.plainState) {
      comeAfter(log);
    }
  }

  /** The thread comes after whatever the old threads may have made known to it. */
  static void comeAfter(ThreadLog log) {
    log.record(Op.HIDDEN_READ, 0, KEY);
  }

  private static boolean isOwn(int op, long key) {
    return key == KEY && Op.space(op) == Op.SYNC;
  }
}
