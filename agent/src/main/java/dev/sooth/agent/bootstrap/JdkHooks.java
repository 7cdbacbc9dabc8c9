package dev.sooth.agent.bootstrap;

import java.util.Collection;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * What modelled methods of the JDK call, from the inside: at their entry and at every exit. The
 * table of models says which.
 *
 * <p>The rule that keeps every model sound: a method that changes a synchroniser updates its hidden
 * variable at entry and at exit; one that looks at it reads it at entry and at exit. The real
 * effect lies between, so any order of effects that reads-from and thread order then allow is one
 * that the intervals allow too. More order than necessary, never less.
 */
public final class JdkHooks {
  /** Key of all completions of fork-join tasks that are awaited together. */
  public static final Object COMPLETIONS = new Object();

  // A token is RECORDED and QUIETENED, and the silence to go back to above them.
  private static final int RECORDED = 1;
  private static final int QUIETENED = 2;

  /** The token of a method that the JVM calls in the middle of a bracket. */
  private static final int LINKING = 4;

  private static final int QUIET_SHIFT = 8;

  /** Pools whose queue the program has: it is seen how tasks go through it. */
  private static final WeakTable<Boolean> EXPOSED = new WeakTable<>();

  private static volatile boolean anyExposed;

  private JdkHooks() {}

  /**
   * A pool has been made. If {@code Executors} has made it nobody else has its queue; else the
   * program may take tasks out of it by itself, and it must be seen how they go through it.
   */
  @DontInline
  public static void poolMade(Object pool) {
    boolean guard = AgentGuard.enter();
    try {
      if (guard && !isMadeByExecutors()) {
        expose(pool);
      }
    } finally {
      AgentGuard.exit(guard);
    }
  }

  private static void expose(Object pool) {
    EXPOSED.put(pool, Boolean.TRUE);
    anyExposed = true;
  }

  /** Before the program gets the queue of a pool after all: tasks may be in it by now. */
  @DontInline
  public static void gettingQueue(Object pool) {
    boolean guard = pool != null && AgentGuard.enter();
    try {
      if (guard) {
        expose(pool);
      }
    } finally {
      AgentGuard.exit(guard);
    }
    ThreadHooks.afterAll();
  }

  private static boolean isMadeByExecutors() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      if (!frame.getMethodName().equals("<init>")
          && !frame.getClassName().startsWith("dev.sooth.")) {
        return frame.getClassName().startsWith("java.util.concurrent.");
      }
    }
    return false;
  }

  /** The stream if it is one of those that the JVM started with: all threads print there. */
  @DontInline
  public static Object standard(Object stream) {
    return stream == STANDARD_OUT || stream == STANDARD_ERR ? stream : null;
  }

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final Object STANDARD_OUT = StandardStreams.now(System.out);
  private static final Object STANDARD_ERR = StandardStreams.now(System.err);

  /** Initialises what a switch needs: where the stack ends, that would fail once for ever. */
  static void warmUp() {
    switch (Model.CHANGE) {
      case UNLOCK, WRITE_UNLOCK -> throw new AssertionError();
      default -> {}
    }
  }

  /** Entry of a modelled method; returns what {@link #exit} needs. */
  @DontInline
  public static int enter(Object key, int number, int site) {
    if (!Hooks.on || key == null) {
      return 0;
    }
    Model model = Model.of(number);
    if (model == Model.SILENCE && ThreadLogs.startLinking()) {
      return LINKING;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return 0;
    }
    if (model.silent) {
      StackProbe.checkWhole(); // else a lock would be taken by a method that throws
    }
    int quiet = log.quiet;
    int token = Math.min(quiet, 0xFFFF) << QUIET_SHIFT;
    log.calledJdk = 0; // what a modelled method calls is ordered by means that are not recorded
    switch (model) {
      case UNLOCK, WRITE_UNLOCK -> {
        // Even where all else is silent: a lock seen taken must be seen given.
        token |= RECORDED;
        unlocking(log, key, model, site);
      }
      case RUN_TASK, LOUD -> {
        // A task runs inside a silent method when its giver runs it itself: silence ends here.
        token |= RECORDED | QUIETENED;
        log.quiet = 0;
        enterRecorded(log, key, model, site);
      }
      default -> {
        if (quiet == 0) {
          token |= RECORDED;
          enterRecorded(log, key, model, site);
        }
      }
    }
    if (model.silent && !(anyExposed && EXPOSED.get(key) != null)) {
      Jitter.pause(log);
      log.quiet = quiet + 1; // nothing is called from here on, so that nothing can fail
      return token | QUIETENED;
    }
    Jitter.pause(log);
    return token;
  }

  @ReservedStackAccess
  private static void unlocking(ThreadLog log, Object key, Model model, int site) {
    long lock = Sync.key(log, key, Op.PART_LOCK);
    if (log.holds(lock) && log.lockGiven(lock)) {
      int op = model == Model.UNLOCK ? Op.HIDDEN_WRITE : Op.HIDDEN_UPDATE;
      boolean before = log.wasBefore;
      log.record(op, site, Op.part(lock, Op.PART_WRITERS));
      log.wasBefore = before;
      Sync.given(log, lock, site);
    }
  }

  private static void enterRecorded(ThreadLog log, Object key, Model model, int site) {
    switch (model) {
      case CHANGE, CHANGE_OPEN, HAND_OVER, ANNOUNCE -> state(log, Op.HIDDEN_UPDATE, key, site);
      case OBSERVE, OBSERVE_OPEN, RUN_TASK, LEARN -> state(log, Op.HIDDEN_READ, key, site);
      case COMPLETE_TASK -> {
        state(log, Op.HIDDEN_UPDATE, key, site);
        state(log, Op.HIDDEN_UPDATE, COMPLETIONS, site);
      }
      case LOOK_AT_LOCK -> lookAtLock(log, key, site);
      case LOCK, WRITE_LOCK, READ_LOCK -> attempt(log, key, site);
      case TRY_LOCK, TRY_WRITE_LOCK, TRY_READ_LOCK -> {
        lookAtLock(log, key, site);
        attempt(log, key, site);
      }
      case READ_UNLOCK -> log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, key, Op.PART_READERS));
      case UNPARK -> log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, key, Op.PART_PERMIT));
      case INTERRUPT -> log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, key, Op.PART_INTERRUPT));
      default -> {}
    }
  }

  /**
   * Exit of a modelled method.
   *
   * @param result -1 when it throws, 0 when it returns false, 1 otherwise
   */
  @ReservedStackAccess
  @DontInline
  public static void exit(int result, Object key, int number, int site, int token) {
    if (token == 0) {
      return;
    }
    if (token == LINKING) {
      ThreadLogs.endLinking();
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    Jitter.pause(log);
    if ((token & QUIETENED) != 0) {
      log.quiet = token >>> QUIET_SHIFT;
    }
    if (Hooks.on && (token & RECORDED) != 0) {
      exitRecorded(log, result, key, Model.of(number), site);
    }
  }

  private static void exitRecorded(ThreadLog log, int result, Object key, Model model, int site) {
    if (result < 0) {
      // It may be an InterruptedException, or pass on what another thread threw.
      Sync.interruptSeen(log, site);
    }
    switch (model) {
      case CHANGE, CHANGE_OPEN -> state(log, Op.HIDDEN_UPDATE, key, site);
      case RUN_TASK -> {
        state(log, Op.HIDDEN_UPDATE, key, site);
        state(log, Op.HIDDEN_UPDATE, COMPLETIONS, site);
      }
      case OBSERVE, OBSERVE_OPEN, COLLECT -> state(log, Op.HIDDEN_READ, key, site);
      case LOOK_AT_LOCK -> lookAtLock(log, key, site);
      case UNLOCK, WRITE_UNLOCK, READ_UNLOCK -> attempt(log, key, site);
      case LOCK, TRY_LOCK -> lockReturned(log, key, site, result, Op.HIDDEN_WRITE);
      case WRITE_LOCK, TRY_WRITE_LOCK -> lockReturned(log, key, site, result, Op.HIDDEN_UPDATE);
      case READ_LOCK, TRY_READ_LOCK -> {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_WRITERS));
        if (result == 0) {
          lookAtLock(log, key, site);
        }
      }
      default -> {}
    }
  }

  private static void lockReturned(ThreadLog log, Object key, int site, int result, int mark) {
    long state = Sync.key(log, key, Op.PART_WRITERS);
    if (result > 0) {
      long lock = Sync.key(log, key, Op.PART_LOCK);
      if (log.lockTaken(lock)) {
        Sync.taken(log, lock, site);
        if (mark == Op.HIDDEN_UPDATE) {
          log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_READERS));
        }
        log.record(mark, site, state);
      }
    } else if (result == 0) {
      // It failed because of the holder, or of readers: that is something it has read.
      lookAtLock(log, key, site);
    }
  }

  /**
   * The marks around every change of a lock's state: before it is taken, after it was given.
   * Together with those inside (after it was taken, before it is given) they pin a failed attempt
   * to the time at which it failed. Plain writes: they order nothing unless somebody looks.
   */
  private static void attempt(ThreadLog log, Object key, int site) {
    log.record(Op.HIDDEN_WRITE, site, Sync.key(log, key, Op.PART_ATTEMPTS));
  }

  private static void lookAtLock(ThreadLog log, Object key, int site) {
    log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_ATTEMPTS));
    log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_WRITERS));
    log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_READERS));
  }

  private static void state(ThreadLog log, int op, Object key, int site) {
    log.record(op, site, Sync.key(log, key, Op.PART_STATE));
  }

  /** Before a silent method of the JDK calls this object: if it is the program's silence ends. */
  @DontInline
  public static void leavingSilence(Object callee) {
    ThreadLog log = Hooks.on && callee != null ? ThreadLogs.current() : null;
    if (log != null) {
      log.quietBefore = log.quiet;
      ClassLoader loader = callee.getClass().getClassLoader();
      if (loader != null && loader != PLATFORM) {
        log.quiet = 0;
      }
    }
  }

  /** After that call. */
  @DontInline
  public static void backToSilence() {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.quiet = log.quietBefore;
    }
  }

  /** An update of the key's state, from the middle of a JDK method that calls the program. */
  @DontInline
  public static void announce(Object key, int site) {
    if (Hooks.on && key != null) {
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        state(log, Op.HIDDEN_UPDATE, key, site);
      }
    }
  }

  /** A read of the key's state, from the middle of a JDK method that calls the program. */
  @DontInline
  public static void learn(Object key, int site) {
    if (Hooks.on && key != null) {
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        state(log, Op.HIDDEN_READ, key, site);
      }
    }
  }

  /** A pool gives back tasks that it has not run: what was done before they were handed over. */
  @DontInline
  public static void learnAll(Object tasks, int site) {
    ThreadLog log = Hooks.on && tasks != null ? ThreadLogs.current() : null;
    if (log != null) {
      for (Object task : ((Collection<?>) tasks).toArray()) {
        learn(task, site);
      }
    }
  }

  // ---- conditions -------------------------------------------------------------------------

  /** Entry of {@code Condition.await}: gives the lock. */
  @DontInline
  public static int enterAwait(Object lockObject, int site) {
    if (!Hooks.on) {
      return 0;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return 0;
    }
    StackProbe.checkWhole();
    int token = QUIETENED | Math.min(log.quiet, 0xF) << 4 | (log.quiet > 0 ? 0 : RECORDED);
    long lock = Sync.key(log, lockObject, Op.PART_LOCK);
    if (log.holds(lock)) {
      // Both kinds of lock come here; an update is right for the one and harmless for the other.
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, lockObject, Op.PART_WRITERS));
      token |= Sync.releaseWholly(log, lock, site) << QUIET_SHIFT;
      log.quiet++;
    } // else it is not a lock that is modelled, and what it does inside is observed
    return token;
  }

  /** Exit of {@code Condition.await}, by return or exception: the lock is held again. */
  @ReservedStackAccess
  @DontInline
  public static void exitAwait(
      int result, Object condition, Object lockObject, int site, int token) {
    if (token == 0) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    log.quiet = token >>> 4 & 0xF;
    if (!Hooks.on) {
      return;
    }
    int depth = token >>> QUIET_SHIFT;
    if (depth > 0) {
      Sync.acquireBack(log, Sync.key(log, lockObject, Op.PART_LOCK), depth, site);
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, lockObject, Op.PART_WRITERS));
      log.record(Op.HIDDEN_READ, site, Sync.key(log, lockObject, Op.PART_READERS));
    }
    if ((token & RECORDED) != 0) {
      log.record(Op.HIDDEN_READ, site, Sync.key(log, condition, Op.PART_SIGNAL));
      if (result < 0) {
        Sync.interruptSeen(log, site);
      }
    }
  }

  /** Entry of {@code Condition.signal} and {@code signalAll}. */
  @DontInline
  public static void signalling(Object condition, int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, condition, Op.PART_SIGNAL));
      }
    }
  }

  // ---- threads ----------------------------------------------------------------------------

  /** The current thread returns from {@code LockSupport.park}. */
  @DontInline
  public static void unparked(int site) {
    currentThreadReads(Op.PART_PERMIT, site);
  }

  /** The current thread has looked at an interrupt status. */
  @DontInline
  public static void interruptLooked(Thread thread, int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, thread, Op.PART_INTERRUPT));
      }
    }
  }

  /** The current thread has looked at its interrupt status and cleared it. */
  @DontInline
  public static void interruptCleared(int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(
            Op.HIDDEN_UPDATE, site, Sync.key(log, Thread.currentThread(), Op.PART_INTERRUPT));
      }
    }
  }

  private static void currentThreadReads(int part, int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, Thread.currentThread(), part));
      }
    }
  }
}
