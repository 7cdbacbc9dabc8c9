package dev.sooth.agent.bootstrap;

/**
 * Calls the {@link InlineListener}, if there is one, and keeps its errors from the program: the
 * first one ends the listening. Nothing is said here, under a lock and perhaps without stack; who
 * asks for {@link #failure} does.
 */
public final class Inline {
  private static InlineListener chosen;
  private static boolean logs = true;
  private static volatile Throwable failure;

  /**
   * What was installed, fixed when it is first asked for. In a class of its own, which is
   * initialised so late, the fields can be final: they are constants for the JIT, and without a
   * listener nothing of all this is left in the code of an access.
   */
  static final class Choice {
    static final InlineListener LISTENER = chosen;

    /** Whether the logs of the threads are filled. */
    static final boolean LOGS = logs;

    private Choice() {}
  }

  private Inline() {}

  /**
   * Fixes who listens, before the first thread has a log.
   *
   * @param listener the listener, or null
   * @param withLogs whether the logs are filled, too, for somebody who drains them
   */
  public static void install(InlineListener listener, boolean withLogs) {
    chosen = listener;
    logs = withLogs;
    if (Choice.LISTENER != listener || Choice.LOGS != withLogs) {
      throw new IllegalStateException("a thread was recorded before it was known who listens");
    }
  }

  /** What has ended the listening, or null. */
  public static Throwable failure() {
    return failure;
  }

  /** By the thread itself, which is busy, so that nothing that the listener does is recorded. */
  static void operation(ThreadLog log, long head, long key) {
    if (failure == null) {
      try {
        Choice.LISTENER.operation(log.number, log.listenerState, Op.op(head), Op.site(head), key);
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  static Object threadMade(int number, String name, boolean forked) {
    if (failure == null) {
      try {
        return Choice.LISTENER.threadMade(number, name, forked);
      } catch (Throwable e) {
        fail(e);
      }
    }
    return null;
  }

  @SuppressWarnings("StaticAssignmentOfThrowable") // to make a text of it takes stack
  private static void fail(Throwable e) {
    if (failure == null) { // of two at the same time either will do
      failure = e;
    }
  }
}
