package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/** What instrumented code calls where threads start, end, and look at each other. */
public final class ThreadHooks {
  private static volatile long lastSignal;

  private ThreadHooks() {}

  /** Initialises what a switch needs: where the stack ends, that would fail once for ever. */
  static void warmUp() {
    switch (Thread.State.RUNNABLE) {
      case TERMINATED -> throw new AssertionError();
      default -> {}
    }
  }

  /** At the start of {@code Thread.start}. */
  @DontInline
  public static void starting(Thread thread) {
    if (!Hooks.on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      if (Inline.Choice.LATE) {
        startedByOld(thread);
      }
      return;
    }
    StackProbe.checkWhole(); // a fork that is recorded has to take place
    log.busy = true;
    ThreadLog child = null;
    try {
      if (thread.getState() == Thread.State.NEW) {
        child = ThreadLogs.find(thread);
        if (child == null) {
          child = ThreadLogs.register(thread, true, new Throwable().getStackTrace());
        }
      }
    } finally {
      log.busy = false;
    }
    if (child == null || child.mute || !child.forked) {
      return;
    }
    if (!child.forkRecorded) {
      child.forkRecorded = true;
      log.recordWithoutStripe(Op.FORK, 0, child.number);
    } else {
      // The first start has failed after all, for want of stack or of a native thread: what was
      // done since then comes before the thread, too.
      log.record(Op.HIDDEN_UPDATE, 0, Sync.key(log, thread, Op.PART_STATE));
      child.startedAgain = true;
    }
  }

  /** A thread that is not recorded starts one that will be; the recorder's own are muted before. */
  private static void startedByOld(Thread thread) {
    if (thread.getState() == Thread.State.NEW && ThreadLogs.find(thread) == null) {
      ThreadLog starter = ThreadLogs.ofStarter(Thread.currentThread());
      ThreadLog child = ThreadLogs.register(thread, true, new Throwable().getStackTrace());
      child.forkRecorded = true;
      child.startedByOld = true;
      starter.plainState = true; // the child comes after all by itself
      starter.recordWithoutStripe(Op.FORK, 0, child.number);
    }
  }

  /** The JVM has made an order that is not seen: what follows comes after all that has been. */
  @DontInline
  public static void afterAll() {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.record(Op.AFTER_ALL, 0, 0);
    }
  }

  /** The JVM passes on a signal that has come to this process. */
  @DontInline
  public static void signalled(int number) {
    lastSignal = System.currentTimeMillis() << 8 | number;
    afterAll();
  }

  /** The last signal that came and that somebody in this JVM handles: milliseconds, then number. */
  @DontInline
  public static long lastSignal() {
    return lastSignal;
  }

  /** At the end of a platform thread. */
  @ReservedStackAccess
  @DontInline
  public static void ending(Thread thread) {
    if (!Hooks.on || thread != Thread.currentThread()) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.record(Op.HIDDEN_UPDATE, 0, Sync.key(log, thread, Op.PART_ALIVE));
      log.recordWithoutStripe(Op.END, 0, 0);
      log.end();
    }
  }

  /** After {@code Thread.join} has returned. */
  @ReservedStackAccess
  @DontInline
  public static void joined(Thread thread, int site) {
    if (Hooks.on && thread.getState() == Thread.State.TERMINATED) {
      terminated(thread, site);
    }
  }

  /** In place of {@code thread.isAlive()}. */
  @DontInline
  public static boolean isAlive(Thread thread, int site) {
    boolean alive = thread.isAlive();
    if (Hooks.on) {
      if (!alive && thread.getState() == Thread.State.TERMINATED) {
        terminated(thread, site);
      } else {
        seenAlive(thread, site);
      }
    }
    return alive;
  }

  /** In place of {@code thread.getState()}. */
  @DontInline
  public static Thread.State getState(Thread thread, int site) {
    Thread.State state = thread.getState();
    if (Hooks.on) {
      switch (state) {
        case TERMINATED -> terminated(thread, site);
        case NEW, RUNNABLE -> seenAlive(thread, site);
        default -> { // it has come to where it waits: what it did before has been
          seenAlive(thread, site);
          afterAll();
        }
      }
    }
    return state;
  }

  /** The threads of a group have been counted: who counts knows which have ended, and which not. */
  @DontInline
  public static void threadsCounted(int site) {
    if (Hooks.on && ThreadLogs.current() != null) {
      for (Thread thread : ThreadLogs.known()) {
        if (thread.getState() == Thread.State.TERMINATED) {
          terminated(thread, site);
        } else {
          seenAlive(thread, site);
        }
      }
      // Of those that have ended some are no longer known: they are garbage.
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        log.record(Op.AFTER_ALL, Op.ENDED_ONLY, 0);
      }
    }
  }

  /** In place of {@code Thread.sleep(millis)}. */
  @DontInline
  public static void sleep(long millis, int site) throws InterruptedException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
      if (log != null) {
        Sync.interruptSeen(log, site);
      }
      throw e;
    }
  }

  private static void terminated(Thread thread, int site) {
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.busy = true;
      ThreadLog child;
      try {
        child = ThreadLogs.find(thread);
      } finally {
        log.busy = false;
      }
      if (child != null && !child.mute && child != log) {
        log.recordWithoutStripe(Op.JOIN, site, child.number);
      } else if (Inline.Choice.LATE) {
        LateStart.comeAfter(log);
      }
    }
  }

  /** That a thread was alive holds only before its end: it has to read what its end writes. */
  private static void seenAlive(Thread thread, int site) {
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.record(Op.HIDDEN_READ, site, Sync.key(log, thread, Op.PART_ALIVE));
    }
  }
}
