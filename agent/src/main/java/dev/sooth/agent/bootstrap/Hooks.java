package dev.sooth.agent.bootstrap;

import java.util.function.Consumer;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * What instrumented code calls. No-ops until {@link #install}; nothing here throws, and nothing
 * waits for a thread of the program but for the few instructions of an access.
 *
 * <p>An access is bracketed: {@code before…} locks the location's stripe and returns the log, then
 * comes the program's own instruction, then {@link #after}. The instruction between them cannot
 * fail: null, bounds and stores of a wrong type are tested first, in which case there is no bracket
 * and the instruction throws as it always did.
 *
 * <p>Hooks run at the end of the program's stack too. What comes before an access leaves no trace
 * when it overflows; what comes after it, and all synchronisation, may use the pages that the JVM
 * keeps back for {@code ReservedStackAccess} (JEP 270), and is recorded before the error is thrown.
 *
 * <p>What is large and not at each access, here and in the other classes of hooks, is not inlined:
 * the JIT would compile it anew in each method of the program, which is most of what it does then.
 */
public final class Hooks {
  /** Whether events are recorded. */
  static volatile boolean on;

  /** Whether values are recorded. Set before the first event. */
  static boolean withValues;

  /** Whether call paths are recorded. Set before the first event. */
  static boolean withStacks;

  private static volatile Consumer<String> onStop = reason -> {};
  private static volatile Runnable onFinish = () -> {};

  private Hooks() {}

  /** Starts recording. */
  public static void install(
      boolean values, boolean stacks, Consumer<String> stopped, Runnable finished) {
    onFinish = finished;
    withValues = values;
    withStacks = stacks;
    onStop = stopped;
    warmUp();
    on = true;
  }

  /**
   * Initialises our classes and links the handles of the hot path: done later, it would happen
   * inside an access or inside a hook, and come back to a class that is half initialised.
   */
  private static void warmUp() {
    ThreadLogs.current();
    ThreadLogs.inAccess();
    ThreadLog log = new ThreadLog(Thread.currentThread(), -1, false, null, false);
    Sync.key(log, new Object(), Op.PART_STATE);
    AgentGuard.exit(AgentGuard.enter());
    JdkHooks.exit(0, null, 0, 0, JdkHooks.enter(null, Model.CHANGE.number(), 0));
    JdkLocks.exiting(log, 0);
    JdkHooks.warmUp();
    ThreadHooks.warmUp();
    StackProbe.check();
    ThreadHooks.afterAll();
    for (Class<?> type :
        new Class<?>[] {
          CallPaths.class, Checks.class, HandleFields.class, OpaqueLocks.class, UnsafeHooks.class
        }) {
      Unsafe.getUnsafe().ensureClassInitialized(type);
    }
    ClassHooks.linkageCaught(0);
    OpaqueHooks.functionCall();
    LinkHooks.using();
    AtomicHooks.after(0, null, 0);
    RecordedJdkHooks.left();
    Stripes.abandon(0, Stripes.lock(0));
    if (Inline.Choice.SKIPS) {
      Repeats.covers(log, Op.head(Op.FIELD_READ, 0), 0, 0);
    }
    if (Inline.Choice.LATE) {
      LateStart.before(log, Op.FIELD_READ, 0);
    }
    if (Inline.Choice.CHECKER != null) {
      Checks.warmUp(log);
    }
    Chunk chunk = new Chunk(1, false, false);
    chunk.publish(0);
    chunk.link(null);
    new Chunk(Chunk.MOST_ENTRIES, false, false).recycle();
    Backlog.drained(log.drain == null ? 0 : log.drain.bytes());
    Backlog.awaitRoom();
  }

  /** Whether events are recorded. */
  public static boolean isOn() {
    return on;
  }

  /** Pauses at random inside the models of the JDK, a test of these models; 0 for none. */
  public static void jitter(int seed) {
    Jitter.seed = seed;
  }

  /** Stops recording for good; the program goes on. */
  public static void stop(String reason) {
    if (on) {
      on = false;
      onStop.accept(reason);
    }
  }

  /** Ends the recording, as it was asked; the program goes on. */
  public static void end() {
    on = false;
  }

  /** All shutdown hooks have ended: nothing more is recorded. */
  public static void finish() {
    on = false;
    onFinish.run();
  }

  /**
   * {@code Thread.stop} throws an error into another thread, wherever it is, and so in the middle
   * of a hook, too. What the thread does from then on cannot be recorded as it is.
   */
  public static void stopping() {
    if (Runtime.version().feature() < 20) { // later it does nothing
      stop("Thread.stop was called");
    }
  }

  // ---- accesses ---------------------------------------------------------------------------

  /** Before an access to an instance field; {@code access} is op, site and field, packed. */
  public static ThreadLog beforeField(Object object, long access) {
    if (!on || object == null) {
      return null;
    }
    ThreadLog log = ThreadLogs.current();
    if (Inline.Choice.CHECKS_ONLY && log != null && Op.isPlain(access)) {
      Checks.field(log, object, access);
      return null;
    }
    return log == null ? null : beginField(log, object, access);
  }

  static ThreadLog beginField(ThreadLog log, Object object, long access) {
    try {
      log.busy = true;
      long id = Identities.of(object, log);
      return log.beginPlain(access & ~0xFFFF_FFFFL, Op.fieldKey(id, (int) access & 0xFF_FFFF));
    } catch (Error e) {
      log.busy = false;
      return failed(e);
    }
  }

  /** Before an access to a static field, whose class is initialised. */
  public static ThreadLog beforeStatic(long access) {
    if (!on) {
      return null;
    }
    ThreadLog log = ThreadLogs.current();
    return log == null ? null : checkOrBeginStatic(log, access);
  }

  private static ThreadLog checkOrBeginStatic(ThreadLog log, long access) {
    if (Inline.Choice.CHECKS_ONLY && Op.isPlain(access)) {
      Checks.staticField(log, access);
      return null;
    }
    return beginStatic(log, access);
  }

  static ThreadLog beginStatic(ThreadLog log, long access) {
    try {
      return log.beginPlain(access & ~0xFFFF_FFFFL, access & 0xFF_FFFFL);
    } catch (Error e) {
      log.busy = false;
      return failed(e);
    }
  }

  /** The same, where the field's number is a guess; see {@link LoadedClasses}. */
  public static ThreadLog beforeStatic(Class<?> named, long access) {
    if (!on) {
      return null;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return null;
    }
    int field;
    try {
      log.busy = true;
      field = LoadedClasses.staticField(named, (int) access & 0xFF_FFFF);
    } catch (Error e) {
      log.busy = false;
      return failed(e);
    }
    log.busy = false;
    return field == 0 ? null : checkOrBeginStatic(log, (access & ~0xFFFF_FFFFL) | field);
  }

  /** Before a load or a primitive store of an array element. */
  public static ThreadLog beforeElement(Object array, int index, long access) {
    if (!on || array == null || index < 0) {
      return null;
    }
    int length = java.lang.reflect.Array.getLength(array);
    ThreadLog log = index >= length ? null : ThreadLogs.current();
    if (log == null || Checks.isLeftOut(log, access)) {
      return null;
    }
    try {
      log.busy = true;
      Identities.Entry entry = Identities.entry(array, log);
      entry.touch(log.number);
      if (entry.whole) {
        boolean read = Op.op(access) == Op.ELEMENT_READ;
        log.recordState(
            read ? Op.HIDDEN_READ : Op.HIDDEN_UPDATE,
            Op.site(access),
            Sync.key(log, array, Op.PART_STATE));
      }
      if (Inline.Choice.CHECKS_ONLY && Op.isPlain(access)) {
        log.busy = false;
        log.subject = null;
        Checks.element(log, entry, length, index, access);
        return null;
      }
      return log.beginPlain(access, Op.elementKey(entry.id(), index));
    } catch (Error e) {
      log.busy = false;
      return failed(e);
    }
  }

  /**
   * A hook had no stack or no memory for its work, and has done nothing. Without stack the program
   * has none either, and gets the error here instead of at its next call. Without memory recording
   * ends: what it would leave out now could be an order that the rest of the trace rests on.
   */
  private static ThreadLog failed(Error e) {
    if (e instanceof OutOfMemoryError) {
      outOfMemory();
      return null;
    }
    throw e;
  }

  static void outOfMemory() {
    stop("the program's heap is full");
  }

  /** After the access. */
  @ForceInline
  public static void after(ThreadLog log) {
    if (log != null) {
      if (log.open) {
        log.commit();
      } else {
        log.lateCommit();
      }
    }
  }

  /** Before a store into an array, where the log cannot wait on the operand stack. */
  public static void beforeStore(Object array, int index, long access) {
    ThreadLog log = beforeElement(array, index, access);
    if (log != null) {
      log.storing = true;
    }
  }

  /** The value of the next {@link #beforeReferenceStore}. */
  public static void storing(Object value) {
    if (on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        log.storedReference = value;
      }
    }
  }

  /** Before a store of a reference into an array: the store itself may refuse the value. */
  public static void beforeReferenceStore(Object array, int index, long access) {
    if (!on || !(array instanceof Object[] elements)) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    Object value = log.storedReference;
    log.storedReference = null;
    if (value == null || elements.getClass().getComponentType().isInstance(value)) {
      beforeStore(array, index, access);
    }
  }

  /** After a store into an array. */
  @ForceInline
  public static void afterStore() {
    ThreadLog log = ThreadLogs.inAccess();
    if (log != null && log.storing) {
      log.storing = false;
      log.commit();
    }
  }

  // Values, recorded on demand only. What is read comes with the log, which waits on the stack
  // below it; what is written comes alone, and the log is looked up.

  public static ThreadLog read(ThreadLog log, long value) {
    if (log != null) {
      log.valueRead(value);
    }
    return log;
  }

  public static ThreadLog read(ThreadLog log, int value) {
    return read(log, (long) value);
  }

  public static ThreadLog read(ThreadLog log, float value) {
    return read(log, (long) Float.floatToRawIntBits(value));
  }

  public static ThreadLog read(ThreadLog log, double value) {
    return read(log, Double.doubleToRawLongBits(value));
  }

  public static ThreadLog read(ThreadLog log, Object value) {
    return read(log, log == null || value == null ? 0 : Identities.of(value, log));
  }

  public static void written(ThreadLog log, int value) {
    if (log != null) {
      log.valueWritten(value);
    }
  }

  public static void written(ThreadLog log, long value) {
    if (log != null) {
      log.valueWritten(value);
    }
  }

  public static void written(ThreadLog log, Object value) {
    if (log != null) {
      log.valueWritten(value == null ? 0 : Identities.of(value, log));
    }
  }

  public static void written(long value) {
    ThreadLog log = ThreadLogs.inAccess();
    if (log != null) {
      log.valueWritten(value);
    }
  }

  public static void written(int value) {
    written((long) value);
  }

  public static void written(float value) {
    written((long) Float.floatToRawIntBits(value));
  }

  public static void written(double value) {
    written(Double.doubleToRawLongBits(value));
  }

  public static void written(Object value) {
    ThreadLog log = ThreadLogs.inAccess();
    if (log != null) {
      log.valueWritten(value == null ? 0 : Identities.of(value, log));
    }
  }

  /** A write that has taken place before the object had an identity, in its constructor. */
  public static void lateWrite(Object object, long access) {
    after(beforeField(object, access));
  }

  /** After a call of {@code Object.clone}: the copy is a new object. */
  public static Object cloned(Object copy) {
    if (copy instanceof Identified identified) {
      identified.$sooth$id(0);
    }
    if (copy instanceof Shadowed shadowed) {
      shadowed.$sooth$shadow(null);
      FieldWords.clear(copy);
    }
    return copy;
  }

  // ---- calls, recorded on demand only ------------------------------------------------------

  /** At the start of a method. */
  @DontInline
  public static void entered() {
    CallPaths.Stack calls = on ? ThreadLogs.calls() : null;
    if (calls != null) {
      calls.entered();
    }
  }

  /** Before a call. */
  @DontInline
  public static void calling(int site) {
    CallPaths.Stack calls = on ? ThreadLogs.calls() : null;
    if (calls != null) {
      calls.site = site;
    }
  }

  /** At the end of a method, by a return or an exception. */
  @DontInline
  @ReservedStackAccess
  public static void left() {
    CallPaths.Stack calls = on ? ThreadLogs.calls() : null;
    if (calls != null) {
      calls.left();
    }
  }

  // ---- monitors ---------------------------------------------------------------------------

  /** Before a monitor is entered. */
  @DontInline
  public static void monitorEntering(Object monitor, int site) {
    if (!on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      StackProbe.check(); // for the hooks after it is entered, and when it is left
      log.pendingMonitor = monitor;
      log.pendingSite = site;
    }
  }

  /**
   * After a monitor has been entered. It takes no operand so that it can stand inside the
   * compiler's try block, at a place that may be a loop's head: a call between the monitorenter and
   * the try block would make the JIT refuse the method for unbalanced locking.
   */
  @ReservedStackAccess
  @DontInline
  public static void monitorEntered() {
    if (!on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null && log.pendingMonitor != null) {
      Object monitor = log.pendingMonitor;
      log.pendingMonitor = null;
      Sync.acquire(log, Sync.key(log, monitor, Op.PART_LOCK), log.pendingSite);
    }
  }

  /** At the start of a synchronized method. */
  @DontInline
  public static void methodMonitorEntered(Object monitor, int site) {
    if (!on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      StackProbe.check(); // for the hook when it is left
      Sync.acquire(log, Sync.key(log, monitor, Op.PART_LOCK), site);
    }
  }

  /** Before a monitor is left. */
  @ReservedStackAccess
  @DontInline
  public static void monitorExiting(Object monitor, int site) {
    if (!on || monitor == null) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.pendingMonitor = null;
      Sync.release(log, Sync.key(log, monitor, Op.PART_LOCK), site);
    }
  }

  /** In place of {@code monitor.wait(millis, nanos)}; 0 and 0 is for ever. */
  @SuppressWarnings("WaitNotInLoop") // the loop is the program's
  public static void waitOn(Object monitor, long millis, int nanos, int site)
      throws InterruptedException {
    ThreadLog log = on && monitor != null ? ThreadLogs.current() : null;
    if (log == null) {
      monitor.wait(millis, nanos);
      return;
    }
    StackProbe.checkWhole();
    int depth = startWait(log, monitor, site);
    boolean interrupted = true;
    try {
      monitor.wait(millis, nanos);
      interrupted = false;
    } finally {
      endWait(log, monitor, depth, interrupted, site);
    }
  }

  @ReservedStackAccess
  private static int startWait(ThreadLog log, Object monitor, int site) {
    long lock = Sync.key(log, monitor, Op.PART_LOCK);
    if (log.jdkLocks.find(monitor) >= 0) { // we are called under a monitor that the JDK holds
      log.comeBefore(lock);
    }
    return Sync.releaseWholly(log, lock, site);
  }

  @ReservedStackAccess
  private static void endWait(
      ThreadLog log, Object monitor, int depth, boolean interrupted, int site) {
    long lock = Sync.key(log, monitor, Op.PART_LOCK);
    Sync.acquireBack(log, lock, depth, site);
    log.record(Op.HIDDEN_READ, site, Op.part(lock, Op.PART_SIGNAL));
    if (log.jdkLocks.find(monitor) >= 0) {
      Sync.comeAfter(log, lock, site);
    }
    if (interrupted) {
      Sync.interruptSeen(log, site);
    }
  }

  /** In place of {@code monitor.wait()}. */
  public static void waitOn(Object monitor, int site) throws InterruptedException {
    waitOn(monitor, 0, 0, site);
  }

  /** In place of {@code monitor.wait(millis)}. */
  public static void waitOn(Object monitor, long millis, int site) throws InterruptedException {
    waitOn(monitor, millis, 0, site);
  }

  /** Before {@code monitor.notify()} or {@code notifyAll()}. */
  @DontInline
  public static void notifying(Object monitor, int site) {
    if (!on || monitor == null) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, monitor, Op.PART_SIGNAL));
    }
  }

  /** Before the program calls a JDK method that may synchronise. */
  public static void programCall() {
    if (on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        log.quiet = 0;
      }
    }
  }
}
