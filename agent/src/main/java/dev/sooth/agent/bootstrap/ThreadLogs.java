package dev.sooth.agent.bootstrap;

import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The logs of all threads. A thread finds its own by its number, in a table that forgets, then
 * through a thread local; since some threads have theirs erased (the workers of the common pool), a
 * weak table stands behind it.
 */
public final class ThreadLogs {
  private static final ThreadLocal<ThreadLog> LOCAL = new ThreadLocal<>();

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long HOLDER = holder();
  private static final long ID = UNSAFE.objectFieldOffset(Thread.class, "tid"); // getId is open

  /**
   * By the number of the thread, so that mostly no thread local is asked, which takes longer.
   * Nothing guards it: whoever finds the log of another thread looks further. NOBODY is not here.
   */
  private static final ThreadLog[] LATELY = new ThreadLog[256];

  private static final ThreadLog NOBODY =
      new ThreadLog(Thread.currentThread(), -1, false, null, true);

  private static final Object LOCK = new Object();
  private static final WeakTable<ThreadLog> BY_THREAD = new WeakTable<>();
  private static final WeakTable<ThreadLog> STARTERS = new WeakTable<>(); // see ofStarter
  private static int nextNumber; // guarded by LOCK
  private static List<ThreadLog> created = new ArrayList<>(); // guarded by LOCK

  private ThreadLogs() {}

  /** The log of the current thread, or null when what it does now is not to be recorded. */
  @ForceInline
  static ThreadLog current() {
    long id = idOf(Thread.currentThread());
    ThreadLog log = LATELY[(int) id & LATELY.length - 1];
    if (log == null || log.threadId != id) {
      log = localOrAttached();
    }
    return log.busy || log.mute ? healed(log) : log;
  }

  private static ThreadLog localOrAttached() {
    ThreadLog log = local();
    return log == null ? attach() : log;
  }

  /** The log of the current thread, recorded or not, or null if it has none that it knows of. */
  private static ThreadLog local() {
    long id = idOf(Thread.currentThread());
    ThreadLog log = LATELY[(int) id & LATELY.length - 1];
    if (log == null || log.threadId != id) {
      log = LOCAL.get();
      if (log != null) {
        noteLately(log, id);
      }
    }
    return log;
  }

  private static void setLocal(ThreadLog log) {
    LOCAL.set(log);
    noteLately(log, idOf(Thread.currentThread()));
  }

  private static void removeLocal() {
    LOCAL.remove();
    long id = idOf(Thread.currentThread());
    ThreadLog known = LATELY[(int) id & LATELY.length - 1];
    if (known != null && known.threadId == id) {
      LATELY[(int) id & LATELY.length - 1] = null;
    }
  }

  private static void noteLately(ThreadLog log, long id) {
    if (log.threadId == id && log != NOBODY) {
      LATELY[(int) id & LATELY.length - 1] = log;
    }
  }

  /** The number of a thread, of which no two threads have the same. */
  @ForceInline
  static long idOf(Thread thread) {
    return UNSAFE.getLong(thread, ID);
  }

  /** The log if it is only in a bracket that an error has left open, else null. */
  private static ThreadLog healed(ThreadLog log) {
    return log.open && !log.linking ? log.heal() : null;
  }

  /** The JVM starts to load or to link; true if it does so in the middle of a bracket. */
  static boolean startLinking() {
    ThreadLog log = local();
    if (log == null || !log.open || log.linking) {
      return false;
    }
    log.linking = true;
    log.release();
    return true;
  }

  /** Undoes {@link #startLinking}. */
  static void endLinking() {
    ThreadLog log = local();
    if (log != null) {
      log.retake();
      log.linking = false;
    }
  }

  /** The calls of the current thread, or null when they are not recorded. */
  static CallPaths.Stack calls() {
    return localOrAttached().calls;
  }

  /** The log of the current thread if it is in the middle of an access, or null. */
  static ThreadLog inAccess() {
    ThreadLog log = local();
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
    setLocal(NOBODY);
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
        removeLocal(); // no stack or no memory: the next hook tries again
      }
    }
    setLocal(log);
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
    setLocal(new ThreadLog(Thread.currentThread(), -1, false, null, true));
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
    removeLocal();
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
