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
  private static final WeakTable<ThreadLog> STARTERS = new WeakTable<>(); // see ofStarter
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
    if (isMute(thread)) {
      return NOBODY;
    }
    ThreadLog log = null;
    boolean unknown = false;
    try {
      log = find(thread);
      unknown = log == null;
      if (unknown) {
        // Threads from before a late start are not recorded; nor is one whose start is not seen.
        log = Inline.Choice.LATE ? muted(thread) : register(thread, false, null);
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
    if (Inline.Choice.LATE && !log.mute && !log.busy && log.startedByOld) { // busy: its end is told
      LateStart.comeAfter(log); // another one knows no more than who has started it, by its fork
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
    ThreadLog log = make(thread, forked, creation, isMute(thread), false);
    BY_THREAD.put(thread, log);
    return log;
  }

  private static ThreadLog make(
      Thread thread,
      boolean forked,
      StackTraceElement[] creation,
      boolean mute,
      boolean startsOnly) {
    synchronized (LOCK) {
      int number = mute ? -1 : nextNumber++;
      ThreadLog log = new ThreadLog(thread, number, forked, creation, mute);
      log.startsOnly = startsOnly;
      if (!mute && Inline.Choice.LOGS) {
        created.add(log);
      }
      return log;
    }
  }

  /** The log of an old thread, see {@link LateStart}: only the starts of others stand there. */
  static ThreadLog ofStarter(Thread thread) {
    ThreadLog log = STARTERS.get(thread);
    if (log == null) {
      log = make(thread, false, null, false, true);
      STARTERS.put(thread, log);
    }
    return log;
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
    muted(thread);
  }

  private static ThreadLog muted(Thread thread) {
    ThreadLog log = new ThreadLog(thread, -1, false, null, true);
    BY_THREAD.put(thread, log);
    return log;
  }

  /** Undoes {@link #muteCurrent}. */
  public static void forgetCurrent() {
    LOCAL.remove();
  }

  /**
   * The threads that carry virtual threads, and the one that makes them run again when a monitor is
   * free: all that they do for themselves is scheduling. They must not wait for a monitor of ours
   * either: from JDK 24 on it can be meant for a virtual thread that only they can make run.
   */
  private static boolean isMute(Thread thread) {
    return switch (thread.getClass().getName()) {
      case "jdk.internal.misc.CarrierThread" -> true;
      case "jdk.internal.misc.InnocuousThread" ->
          thread.getName().equals("VirtualThread-unblocker");
      default -> false;
    };
  }
}
