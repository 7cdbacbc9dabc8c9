package dev.sooth.agent.bootstrap;

import java.lang.ref.Reference;
import jdk.internal.vm.annotation.DontInline;

/**
 * Calls the {@link InlineListener}, if there is one, and keeps its errors from the program: the
 * first one ends the listening. Nothing is said here, under a lock and perhaps without stack; who
 * asks for {@link #failure} does.
 */
public final class Inline {
  private static InlineListener chosen;
  private static boolean logs = true;
  private static boolean repeats;
  private static boolean late;
  private static volatile Throwable failure;

  /**
   * What was installed, fixed when it is first asked for. In a class of its own, which is
   * initialised so late, the fields can be final: they are constants for the JIT, and without a
   * listener nothing of all this is left in the code of an access.
   */
  static final class Choice {
    static final InlineListener LISTENER = chosen;

    /** The listener if it checks plain accesses by itself, or null. */
    static final AccessChecker CHECKER = chosen instanceof AccessChecker checker ? checker : null;

    /** What chooses the executions whose accesses are checked, or null for all. */
    static final MethodSampler SAMPLER = CHECKER == null ? null : CHECKER.sampler();

    /** Whether checks are all there is of plain accesses. */
    static final boolean CHECKS_ONLY = chosen instanceof AccessChecker && !logs;

    /** Whether the logs of the threads are filled. */
    static final boolean LOGS = logs;

    /** Whether the logs do without accesses that say nothing new, see {@link Repeats}. */
    static final boolean SKIPS = logs && !repeats && chosen == null;

    /** Whether the program ran already when the recording started, see {@link LateStart}. */
    static final boolean LATE = late;

    private Choice() {}
  }

  private Inline() {}

  /**
   * Fixes who listens, before the first thread has a log.
   *
   * @param listener the listener, or null
   * @param withLogs whether the logs are filled, too, for somebody who drains them
   * @param withRepeats whether accesses that say nothing new are logged, too
   * @param running whether the program runs already
   */
  public static void install(
      InlineListener listener, boolean withLogs, boolean withRepeats, boolean running) {
    late = running;
    chosen = listener;
    logs = withLogs;
    repeats = withRepeats;
    if (Choice.LISTENER != listener || Choice.LOGS != withLogs || Choice.LATE != running) {
      throw new IllegalStateException("a thread was recorded before it was known who listens");
    }
  }

  /** What has ended the listening, or null. */
  public static Throwable failure() {
    return failure;
  }

  /**
   * By the thread itself, which is busy, so that nothing that the listener does is recorded. Not a
   * part of the program's methods: a detector in each place that synchronises is more for the JIT
   * to compile than the call costs.
   */
  @DontInline
  static void operation(ThreadLog log, long head, long key) {
    if (failure == null) {
      try {
        if (Choice.CHECKER != null && Op.isPlain(head)) {
          Checks.recorded(log, head, key);
        } else {
          Choice.LISTENER.operation(
              log.number,
              log.listenerState,
              Op.op(head),
              Op.site(head),
              key,
              subject(log, head, key));
        }
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  /** The object whose number is in the key; null if it is not known, or if there is none. */
  private static Object subject(ThreadLog log, long head, long key) {
    if (Choice.CHECKER == null) {
      return null;
    }
    Object subject = log.subject;
    log.subject = null;
    int space = Op.space(Op.op(head));
    if (space == Op.NOWHERE || (space == Op.SYNC && (key & 0xFF_FFF0) == 0)) { // a class's index
      return null;
    }
    long number = space == Op.ELEMENTS ? key >>> 31 : key >>> 24;
    if (subject instanceof Identities.Entry entry) {
      return entry.id() == number ? entry.get() : null;
    }
    return subject instanceof Identified own && own.$sooth$id() == number ? subject : null;
  }

  static Object threadMade(int number, String name, boolean forked, Reference<Thread> thread) {
    if (failure == null) {
      try {
        return Choice.LISTENER.threadMade(number, name, forked, thread);
      } catch (Throwable e) {
        fail(e);
      }
    }
    return null;
  }

  @SuppressWarnings("StaticAssignmentOfThrowable") // to make a text of it takes stack
  static void fail(Throwable e) {
    if (failure == null) { // of two at the same time either will do
      failure = e;
    }
  }
}
