package dev.sooth.agent.bootstrap;

import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * The logs of all threads. A thread finds its own through a thread local; since some threads have
 * theirs erased (the workers of the common pool), a weak table stands behind it.
 */
public final class ThreadLogs {
  private static final ThreadLocal<ThreadLog> LOCAL = new ThreadLocal<>();

  private static final ThreadLog NOBODY =
      new ThreadLog(Thread.currentThread(), -1, false, null, true);

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long HOLDER = holder();
  private static final Object LOCK = new Object();
  private static final WeakTable<ThreadLog> BY_THREAD = new WeakTable<>();
  private static int nextNumber; // guarded by LOCK
  private static List<ThreadLog> created = new ArrayList<>(); // guarded by LOCK

  private ThreadLogs() {}

  /** The log of the current thread, or null when what it does now is not to be recorded. */
  static ThreadLog current() {
    ThreadLog log = LOCAL.get();
    if (log == null) {
      log = attach();
    }
    return log.busy || log.mute ? healed(log) : log;
  }

  /** The log if it is only in a bracket that an error has left open, else null. */
  private static ThreadLog healed(ThreadLog log) {
    return log.open && !log.linking ? log.heal() : null;
  }

  /** The JVM starts to load or to link; true if it does so in the middle of a bracket. */
  static boolean startLinking() {
    ThreadLog log = LOCAL.get();
    if (log == null || !log.open || log.linking) {
      return false;
    }
    log.linking = true;
    log.release();
    return true;
  }

  /** Undoes {@link #startLinking}. */
  static void endLinking() {
    ThreadLog log = LOCAL.get();
    if (log != null) {
      log.retake();
      log.linking = false;
    }
  }

  /** The calls of the current thread, or null when they are not recorded. */
  static CallPaths.Stack calls() {
    ThreadLog log = LOCAL.get();
    return (log == null ? attach() : log).calls;
  }

  /** The log of the current thread if it is in the middle of an access, or null. */
  static ThreadLog inAccess() {
    ThreadLog log = LOCAL.get();
    return log != null && log.busy ? log : null;
  }

  /**
   * Whether native code attaches the thread, and its object is just being made, by itself: to wait
   * for a monitor, as to make a log can need, crashes the JVM then, since from JDK 19 on it looks
   * for a part of the object that is not there yet.
   */
  private static boolean isBeingAttached(Thread thread) {
    return HOLDER >= 0
        && thread.getClass() == Thread.class // virtual threads have no holder
        && UNSAFE.getReference(thread, HOLDER) == null;
  }

  private static long holder() {
    try {
      return UNSAFE.objectFieldOffset(Thread.class, "holder");
    } catch (InternalError e) {
      return -1; // JDK 17 and 18
    }
  }

  private static ThreadLog attach() {
    Thread thread = Thread.currentThread();
    if (isBeingAttached(thread)) {
      return NOBODY;
    }
    if (Inline.Choice.LISTENER != null) {
      StackProbe.checkWhole(); // what the listener is told of the thread it is told once
    }
    // What follows may call hooked methods of the JDK, which must not come back here.
    LOCAL.set(NOBODY);
    ThreadLog log = null;
    boolean unknown = false;
    try {
      log = find(thread);
      unknown = log == null;
      if (unknown) {
        log = register(thread, false, null);
      }
    } finally {
      if (log == null) {
        LOCAL.remove(); // no stack or no memory: the next hook tries again
      }
    }
    LOCAL.set(log);
    if (unknown && !log.mute && Hooks.on) {
      // The JVM has started it, or native code: what it knows of others is not seen.
      log.record(Op.AFTER_ALL, 0, 0);
    } else if (log.startedAgain) {
      log.startedAgain = false;
      log.record(Op.HIDDEN_READ, 0, Sync.key(log, thread, Op.PART_STATE));
    }
    return log;
  }

  /** The log of the thread, or null if it has none. */
  static ThreadLog find(Thread thread) {
    return BY_THREAD.get(thread);
  }

  /** All threads that have a log. */
  static List<Thread> known() {
    List<Thread> result = new ArrayList<>();
    BY_THREAD.forEachKey(key -> result.add((Thread) key));
    return result;
  }

  /** Makes the log of a thread. */
  static ThreadLog register(Thread thread, boolean forked, StackTraceElement[] creation) {
    boolean mute = isMute(thread);
    synchronized (LOCK) {
      int number = mute ? -1 : nextNumber++;
      ThreadLog log = new ThreadLog(thread, number, forked, creation, mute);
      BY_THREAD.put(thread, log);
      if (!mute && Inline.Choice.LOGS) {
        created.add(log);
      }
      return log;
    }
  }

  /** The logs made since the last call; none if nothing is appended to them. */
  public static List<ThreadLog> takeCreated() {
    synchronized (LOCK) {
      List<ThreadLog> result = created;
      created = new ArrayList<>();
      return result;
    }
  }

  /** The current thread is the recorder's own: never record it. */
  public static void muteCurrent() {
    LOCAL.set(new ThreadLog(Thread.currentThread(), -1, false, null, true));
  }

  /** That thread is the recorder's own: never record it, nor its start. */
  public static void mute(Thread thread) {
    BY_THREAD.put(thread, new ThreadLog(thread, -1, false, null, true));
  }

  /** Undoes {@link #muteCurrent}. */
  public static void forgetCurrent() {
    LOCAL.remove();
  }

  /** The threads that carry virtual threads: all that they do for themselves is scheduling. */
  private static boolean isMute(Thread thread) {
    return thread.getClass().getName().equals("jdk.internal.misc.CarrierThread");
  }
}
