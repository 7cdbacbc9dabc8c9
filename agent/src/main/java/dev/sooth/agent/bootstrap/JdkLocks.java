package dev.sooth.agent.bootstrap;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Locks that the JDK's own code takes: monitors, and the locks of {@code java.util.concurrent}.
 *
 * <p>What such a lock protects are plain fields of the JDK, which are not recorded. So it is not
 * enough that two critical sections do not overlap, their order has to stay: whoever takes the lock
 * reads a hidden variable that whoever gives it has updated. By reads-from the sections then stay
 * in one chain. A monitor is recorded as a lock besides, because the program may use the same one.
 */
public final class JdkLocks {
  /** Locks under which code of the program has run: these are told even in silence. */
  private static final WeakTable<Boolean> GUARDING = new WeakTable<>();

  private static volatile boolean anyGuarding;

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long READ_SYNC =
      UNSAFE.objectFieldOffset(ReentrantReadWriteLock.ReadLock.class, "sync");
  private static final long WRITE_SYNC =
      UNSAFE.objectFieldOffset(ReentrantReadWriteLock.WriteLock.class, "sync");

  private JdkLocks() {}

  // ---- monitors ---------------------------------------------------------------------------

  /** Before a monitor is entered; {@link #entered} comes after it. */
  @DontInline
  public static void entering(Object monitor, int site) {
    ThreadLog log = current();
    if (log != null) {
      StackProbe.check(); // for the hooks after it is entered, and when it is left
      log.pendingMonitor = monitor;
      log.pendingSite = site;
    }
  }

  /** After a monitor has been entered. It takes no operand, see {@link Hooks#monitorEntered}. */
  @ReservedStackAccess
  @DontInline
  public static void entered() {
    ThreadLog log = current();
    if (log != null && log.pendingMonitor != null) {
      Object monitor = log.pendingMonitor;
      log.pendingMonitor = null;
      taken(log, monitor, log.pendingSite);
    }
  }

  /** At the start of a synchronized method. */
  @DontInline
  public static void methodEntered(Object monitor, int site) {
    ThreadLog log = current();
    if (log != null) {
      StackProbe.check(); // for the hook when it is left
      taken(log, monitor, site);
    }
  }

  /** Before a monitor is left, or at the end of a synchronized method. */
  @ReservedStackAccess
  @DontInline
  public static void exiting(Object monitor, int site) {
    ThreadLog log = current();
    if (log != null) {
      given(log, monitor, site, true);
    }
  }

  /** The same where nothing has been changed under the monitor: nobody has to come after it. */
  @ReservedStackAccess
  @DontInline
  public static void exitingUnchanged(Object monitor, int site) {
    ThreadLog log = current();
    if (log != null) {
      given(log, monitor, site, false);
    }
  }

  /** Whether it is a lock of {@code java.util.concurrent}, which is no monitor. */
  private static boolean isLock(Object lock) {
    return lock instanceof Lock || lock instanceof AbstractQueuedSynchronizer;
  }

  private static void taken(ThreadLog log, Object lock, int site) {
    boolean tell = log.quiet == 0 || isGuarding(lock);
    log.jdkLocks.push(lock, site, tell);
    if (tell) {
      recordTaken(log, lock, site);
    } else {
      log.expectSilent();
    }
  }

  private static void given(ThreadLog log, Object lock, int site, boolean changed) {
    int at = log.jdkLocks.find(lock);
    if (at >= 0 && log.jdkLocks.remove(at)) {
      long key = Sync.key(log, lock, Op.PART_LOCK);
      if (isLock(lock)) {
        log.record(Op.HIDDEN_UPDATE, site, Op.part(key, Op.PART_MONITOR));
        return;
      }
      if (changed) {
        log.comeBefore(key);
      }
      Sync.release(log, key, site);
    }
  }

  private static void recordTaken(ThreadLog log, Object lock, int site) {
    long key = Sync.key(log, lock, Op.PART_LOCK);
    if (isLock(lock)) {
      // An update and not a read, so that a failed attempt to take it can be told from others.
      log.record(Op.HIDDEN_UPDATE, site, Op.part(key, Op.PART_MONITOR));
    } else {
      Sync.acquire(log, key, site);
      Sync.comeAfter(log, key, site);
    }
  }

  /** An event is about to be recorded under silent locks: they order it. */
  static void tellSilent(ThreadLog log) {
    HeldJdkLocks held = log.jdkLocks;
    for (int i = 0; i < held.size() && held.silent > 0; i++) {
      if (!held.isTold(i)) {
        held.tell(i);
        Object lock = held.lock(i);
        log.busy = true;
        GUARDING.put(lock, Boolean.TRUE);
        anyGuarding = true;
        log.busy = false;
        recordTaken(log, lock, held.site(i));
      }
    }
  }

  /** Whoever takes the lock later sees what was put here while it was held. */
  private static boolean isGuarding(Object lock) {
    return anyGuarding && GUARDING.get(lock) != null;
  }

  /**
   * In place of {@code monitor.wait(millis, nanos)} in the JDK; 0 and 0 is for ever. The monitor
   * may be held by the program, too, or by it alone: a thread that is joined, what {@code
   * TimeUnit.timedWait} is given.
   */
  @SuppressWarnings("WaitNotInLoop") // the loop is the JDK's
  @DontInline
  public static void waitOn(Object monitor, long millis, int nanos, int site)
      throws InterruptedException {
    ThreadLog log = monitor == null ? null : current();
    if (log == null) {
      monitor.wait(millis, nanos);
      return;
    }
    StackProbe.checkWhole();
    boolean ofTheJdk = log.jdkLocks.holdsTold(monitor);
    int depth = startWait(log, monitor, ofTheJdk, site);
    boolean interrupted = true;
    try {
      monitor.wait(millis, nanos);
      interrupted = false;
    } finally {
      endWait(log, monitor, ofTheJdk, depth, interrupted, site);
    }
  }

  @DontInline
  public static void waitOn(Object monitor, int site) throws InterruptedException {
    waitOn(monitor, 0, 0, site);
  }

  @DontInline
  public static void waitOn(Object monitor, long millis, int site) throws InterruptedException {
    waitOn(monitor, millis, 0, site);
  }

  @ReservedStackAccess
  private static int startWait(ThreadLog log, Object monitor, boolean ofTheJdk, int site) {
    long lock = Sync.key(log, monitor, Op.PART_LOCK);
    if (ofTheJdk) {
      log.comeBefore(lock);
    }
    return Sync.releaseWholly(log, lock, site);
  }

  @ReservedStackAccess
  private static void endWait(
      ThreadLog log, Object monitor, boolean ofTheJdk, int depth, boolean interrupted, int site) {
    long lock = Sync.key(log, monitor, Op.PART_LOCK);
    Sync.acquireBack(log, lock, depth, site);
    if (ofTheJdk) {
      Sync.comeAfter(log, lock, site);
    } else if (depth > 0) {
      log.record(Op.HIDDEN_READ, site, Op.part(lock, Op.PART_SIGNAL));
    }
    if (interrupted && (ofTheJdk || log.quiet == 0)) {
      Sync.interruptSeen(log, site);
    }
  }

  /** Before {@code notify} or {@code notifyAll} in the JDK: the program may wait there. */
  @DontInline
  public static void notifying(Object monitor, int site) {
    ThreadLog log = current();
    if (log != null && log.quiet == 0) {
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, monitor, Op.PART_SIGNAL));
    }
  }

  // ---- in place of calls of a Lock in the JDK -----------------------------------------------

  @DontInline
  public static void lock(Lock lock) {
    ThreadLog log = current();
    int quiet = quieten(log);
    try {
      lock.lock();
    } finally {
      restore(log, quiet);
    }
    lockTaken(log, lock);
  }

  @DontInline
  public static void lockInterruptibly(Lock lock) throws InterruptedException {
    ThreadLog log = current();
    int quiet = quieten(log);
    boolean taken = false;
    try {
      lock.lockInterruptibly();
      taken = true;
    } finally {
      restore(log, quiet);
      interrupted(log, !taken);
    }
    lockTaken(log, lock);
  }

  @DontInline
  public static boolean tryLock(Lock lock) {
    ThreadLog log = current();
    int quiet = quieten(log);
    boolean taken;
    try {
      taken = lock.tryLock();
    } finally {
      restore(log, quiet);
    }
    lockTried(log, lock, taken);
    return taken;
  }

  @DontInline
  public static boolean tryLock(Lock lock, long time, TimeUnit unit) throws InterruptedException {
    ThreadLog log = current();
    int quiet = quieten(log);
    boolean taken;
    boolean thrown = true;
    try {
      taken = lock.tryLock(time, unit);
      thrown = false;
    } finally {
      restore(log, quiet);
      interrupted(log, thrown);
    }
    lockTried(log, lock, taken);
    return taken;
  }

  @DontInline
  public static void unlock(Lock lock) {
    ThreadLog log = current();
    lockGiven(log, lock);
    int quiet = quieten(log);
    try {
      lock.unlock();
    } finally {
      restore(log, quiet);
    }
  }

  /** The two locks of a read-write lock are one to us. */
  private static Object whole(Lock lock) {
    if (lock instanceof ReentrantReadWriteLock.ReadLock) {
      return UNSAFE.getReference(lock, READ_SYNC);
    }
    return lock instanceof ReentrantReadWriteLock.WriteLock
        ? UNSAFE.getReference(lock, WRITE_SYNC)
        : lock;
  }

  @ReservedStackAccess
  private static void lockTaken(ThreadLog log, Lock lock) {
    if (log != null && Hooks.on) {
      taken(log, whole(lock), 0);
    }
  }

  @ReservedStackAccess
  private static void lockGiven(ThreadLog log, Lock lock) {
    if (log != null) {
      given(log, whole(lock), 0, true);
    }
  }

  private static void lockTried(ThreadLog log, Lock lock, boolean taken) {
    if (taken) {
      lockTaken(log, lock);
    } else if (log != null && Hooks.on && log.quiet == 0) {
      log.record(Op.HIDDEN_READ, 0, Sync.key(log, whole(lock), Op.PART_MONITOR));
    }
  }

  private static ThreadLog current() {
    return Hooks.on ? ThreadLogs.current() : null;
  }

  /** Silences the model of the lock, which is for the program's use of it. */
  private static int quieten(ThreadLog log) {
    if (log == null) {
      return 0;
    }
    StackProbe.checkWhole(); // what is recorded before it is given must not fail
    return log.quiet++;
  }

  private static void restore(ThreadLog log, int quiet) {
    if (log != null) {
      log.quiet = quiet;
    }
  }

  private static void interrupted(ThreadLog log, boolean thrown) {
    if (thrown && log != null && Hooks.on && log.quiet == 0) {
      Sync.interruptSeen(log, 0);
    }
  }

  // ---- in place of calls of a Condition in the JDK -----------------------------------------

  @SuppressWarnings("WaitNotInLoop") // the loop is the JDK's
  @DontInline
  public static void await(Condition condition) throws InterruptedException {
    ThreadLog log = current();
    int quiet = awaiting(log);
    boolean thrown = true;
    try {
      condition.await();
      thrown = false;
    } finally {
      awaited(log, quiet, thrown);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop is the JDK's
  @DontInline
  public static void awaitUninterruptibly(Condition condition) {
    ThreadLog log = current();
    int quiet = awaiting(log);
    try {
      condition.awaitUninterruptibly();
    } finally {
      awaited(log, quiet, false);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop is the JDK's
  @DontInline
  public static long awaitNanos(Condition condition, long nanos) throws InterruptedException {
    ThreadLog log = current();
    int quiet = awaiting(log);
    boolean thrown = true;
    try {
      long left = condition.awaitNanos(nanos);
      thrown = false;
      return left;
    } finally {
      awaited(log, quiet, thrown);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop is the JDK's
  @DontInline
  public static boolean await(Condition condition, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadLog log = current();
    int quiet = awaiting(log);
    boolean thrown = true;
    try {
      boolean signalled = condition.await(time, unit);
      thrown = false;
      return signalled;
    } finally {
      awaited(log, quiet, thrown);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop is the JDK's
  @DontInline
  public static boolean awaitUntil(Condition condition, Date deadline) throws InterruptedException {
    ThreadLog log = current();
    int quiet = awaiting(log);
    boolean thrown = true;
    try {
      boolean signalled = condition.awaitUntil(deadline);
      thrown = false;
      return signalled;
    } finally {
      awaited(log, quiet, thrown);
    }
  }

  /**
   * Which of the locks held belongs to the condition is not known: all of them are given. Those
   * that are not in truth cannot be taken by others meanwhile.
   */
  @ReservedStackAccess
  private static int awaiting(ThreadLog log) {
    if (log == null) {
      return 0;
    }
    StackProbe.checkWhole();
    updateLocks(log);
    return quieten(log);
  }

  @ReservedStackAccess
  private static void awaited(ThreadLog log, int quiet, boolean thrown) {
    restore(log, quiet);
    if (log != null && Hooks.on) {
      updateLocks(log);
      interrupted(log, thrown);
    }
  }

  private static void updateLocks(ThreadLog log) {
    HeldJdkLocks held = log.jdkLocks;
    for (int i = 0; i < held.size(); i++) {
      if (held.isTold(i) && isLock(held.lock(i))) {
        log.record(Op.HIDDEN_UPDATE, 0, Sync.key(log, held.lock(i), Op.PART_MONITOR));
      }
    }
  }
}
