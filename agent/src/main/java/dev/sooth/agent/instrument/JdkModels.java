package dev.sooth.agent.instrument;

import static dev.sooth.agent.instrument.JdkModel.Key.COMPLETIONS;
import static dev.sooth.agent.instrument.JdkModel.Key.FIRST_ARGUMENT;
import static dev.sooth.agent.instrument.JdkModel.Key.OUTER;
import static dev.sooth.agent.instrument.JdkModel.Key.RECEIVER;
import static dev.sooth.agent.instrument.JdkModel.Key.SYNC;

import dev.sooth.agent.bootstrap.Model;
import dev.sooth.agent.instrument.JdkModel.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * The table of models: the methods of the JDK of which more is known than observation shows. A
 * model is there to order less than the implementation does, or for what only the JVM does. {@code
 * docs/agent.md} says of each why it can only lose races.
 */
final class JdkModels {
  private static final String JUC = "java/util/concurrent/";
  private static final String LOCKS = JUC + "locks/";
  private static final String ATOMIC = JUC + "atomic/";

  private static final Map<String, List<Rule>> TABLE = new HashMap<>();

  static {
    locks();
    atomics();
    threads();
    pools();
    forkJoin();
    jvm();
    reflection();
  }

  private JdkModels() {}

  /** Whether the class has any model. */
  static boolean hasModels(String owner) {
    return TABLE.containsKey(owner);
  }

  /** The classes that have a model. */
  static Iterable<String> classes() {
    return TABLE.keySet();
  }

  /** The model of a method, or null. */
  static JdkModel find(String owner, int access, String name, String descriptor) {
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      return null;
    }
    for (Rule rule : TABLE.getOrDefault(owner, List.of())) {
      JdkModel model = rule.find(access, name, descriptor);
      if (model != null) {
        return model;
      }
    }
    return null;
  }

  // ---- the table --------------------------------------------------------------------------

  private static void locks() {
    lock(LOCKS + "ReentrantLock", Model.LOCK, Model.TRY_LOCK, Model.UNLOCK);
    lock(
        LOCKS + "ReentrantReadWriteLock$WriteLock",
        Model.WRITE_LOCK,
        Model.TRY_WRITE_LOCK,
        Model.WRITE_UNLOCK);
    lock(
        LOCKS + "ReentrantReadWriteLock$ReadLock",
        Model.READ_LOCK,
        Model.TRY_READ_LOCK,
        Model.READ_UNLOCK);
    put(
        LOCKS + "ReentrantReadWriteLock",
        JdkModel.of(Model.LOOK_AT_LOCK, SYNC),
        "isWriteLocked",
        "getReadLockCount",
        "getOwner",
        "hasQueuedThreads",
        "hasQueuedThread",
        "getQueueLength");
    for (String synchroniser :
        List.of("AbstractQueuedSynchronizer", "AbstractQueuedLongSynchronizer")) {
      String condition = LOCKS + synchroniser + "$ConditionObject";
      put(
          condition,
          new JdkModel(Form.AWAIT, OUTER, null, 0),
          "await",
          "awaitUninterruptibly",
          "awaitNanos",
          "awaitUntil");
      put(condition, JdkModel.of(Form.SIGNAL), "signal", "signalAll");
    }
    put(LOCKS + "LockSupport", JdkModel.of(Model.UNPARK, FIRST_ARGUMENT), "unpark");
    put(LOCKS + "LockSupport", JdkModel.of(Form.PARKED), "park", "parkNanos", "parkUntil");
  }

  private static void lock(String owner, Model lock, Model tryLock, Model unlock) {
    put(owner, JdkModel.of(lock, SYNC), "lock", "lockInterruptibly");
    put(owner, JdkModel.of(tryLock, SYNC), "tryLock");
    put(owner, JdkModel.of(unlock, SYNC), "unlock");
    put(
        owner,
        JdkModel.of(Model.LOOK_AT_LOCK, SYNC),
        "isLocked",
        "getOwner",
        "hasQueuedThreads",
        "hasQueuedThread",
        "getQueueLength");
  }

  private static void atomics() {
    for (String type : List.of("Integer", "Long", "Boolean", "Reference")) {
      put(ATOMIC + "Atomic" + type, Rule.Special.ATOMIC);
      put(ATOMIC + "Atomic" + type + "Array", Rule.Special.ATOMIC_ELEMENT);
    }
    for (String updater :
        List.of(
            "AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl",
            "AtomicLongFieldUpdater$CASUpdater",
            "AtomicLongFieldUpdater$LockedUpdater",
            "AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl")) {
      put(ATOMIC + updater, Rule.Special.UPDATER);
    }
  }

  private static void threads() {
    for (String thread : List.of("java/lang/Thread", "java/lang/VirtualThread")) {
      put(thread, Rule.Special.THREAD);
      put(thread, JdkModel.of(Model.INTERRUPT, RECEIVER), "interrupt");
      put(thread, JdkModel.of(Form.INTERRUPT_LOOKED), "isInterrupted");
      putInstance(thread, JdkModel.of(Form.THREAD_JOINED), "join");
      putStatic(thread, JdkModel.of(Form.INTERRUPT_CLEARED), "interrupted");
    }
    // The end of a virtual thread is seen by its carrier, which is not recorded.
    putInstance("java/lang/VirtualThread", JdkModel.of(Model.CHANGE_OPEN, COMPLETIONS), "run");
    put("jdk/internal/misc/ThreadFlock", JdkModel.of(Model.COLLECT, COMPLETIONS), "awaitAll");
    // Of what happens inside only that it may end by an interrupt.
    putStatic("java/lang/Thread", JdkModel.of(Model.SILENCE, COMPLETIONS), "sleep");
    put("java/lang/Thread", JdkModel.of(Form.THREAD_END), "exit");
    put("java/lang/Thread", JdkModel.of(Form.THREAD_STOPPED), "stop");
    put("java/lang/ThreadGroup", JdkModel.of(Form.THREAD_STOPPED), "stop");
    put("java/lang/ThreadGroup", JdkModel.of(Form.THREADS_COUNTED), "activeCount", "enumerate");
    put(JUC + "TimeUnit", JdkModel.of(Model.SILENCE, RECEIVER), "sleep");
  }

  private static void pools() {
    String pool = JUC + "ThreadPoolExecutor";
    put(pool, JdkModel.of(Form.POOL_MADE), "<init>");
    put(pool, new JdkModel(Form.EXECUTE, RECEIVER, Model.SILENCE, 0), "execute");
    put(pool, JdkModel.of(Model.LOUD, RECEIVER), "reject");
    put(pool, JdkModel.of(Model.HAND_OVER, RECEIVER), "processWorkerExit");
    put(
        pool,
        JdkModel.of(Model.SILENCE, RECEIVER),
        "getTask",
        "addWorker",
        "tryTerminate",
        "interruptIdleWorkers");
    put(pool, JdkModel.of(Model.CHANGE_OPEN, RECEIVER), "shutdown");
    // How tasks go through the queue is silent, but these give them back to the program.
    put(pool, new JdkModel(Form.TASKS_RETURNED, RECEIVER, Model.CHANGE_OPEN, 0), "shutdownNow");
    put(pool, new JdkModel(Form.TASK_REMOVED, RECEIVER, Model.CHANGE_OPEN, 0), "remove");
    put(pool, JdkModel.of(Model.ANNOUNCE, FIRST_ARGUMENT), "setThreadFactory");
    put(
        pool,
        JdkModel.of(Model.OBSERVE, RECEIVER),
        "awaitTermination",
        "isTerminated",
        "isTerminating",
        "isShutdown",
        "isStopped");
    put(
        pool + "$Worker",
        JdkModel.of(Model.SILENCE, RECEIVER),
        "lock",
        "unlock",
        "tryLock",
        "isLocked");
    put(
        JUC + "ScheduledThreadPoolExecutor",
        JdkModel.of(Model.ANNOUNCE, FIRST_ARGUMENT),
        "delayedExecute",
        "reExecutePeriodic");
  }

  private static void forkJoin() {
    putPublic(
        JUC + "ForkJoinPool",
        JdkModel.of(Model.ANNOUNCE, FIRST_ARGUMENT),
        "execute",
        "submit",
        "invoke",
        "externalSubmit",
        "lazySubmit");
    put(
        JUC + "ForkJoinPool",
        JdkModel.of(Model.COLLECT, COMPLETIONS),
        "awaitQuiescence",
        "awaitTermination",
        "close",
        "isTerminated",
        "isQuiescent",
        "invokeAll",
        "invokeAny",
        "invokeAllUninterruptibly");
    put(JUC + "ForkJoinPool", JdkModel.of(Model.ANNOUNCE, COMPLETIONS), "deregisterWorker");
    put(JUC + "ForkJoinPool", JdkModel.of(Form.TASK_RETURNED), "pollSubmission");
    put(JUC + "ForkJoinPool", JdkModel.of(Form.COMES_AFTER_ALL), "drainTasksTo");
    forkJoinTasks();
    put(
        JUC + "CountedCompleter",
        JdkModel.of(Model.CHANGE_OPEN, COMPLETIONS),
        "tryComplete",
        "propagateCompletion",
        "complete",
        "quietlyCompleteRoot",
        "addToPendingCount",
        "compareAndSetPendingCount",
        "decrementPendingCountUnlessZero",
        "firstComplete",
        "nextComplete");
    // To set it orders nobody after others, so it is not one of all completions.
    put(JUC + "CountedCompleter", JdkModel.of(Model.CHANGE_OPEN, RECEIVER), "setPendingCount");
    put(
        JUC + "CountedCompleter",
        new JdkModel(Form.RECEIVER_LEARNT, COMPLETIONS, Model.OBSERVE, 0),
        "getPendingCount");
  }

  private static void forkJoinTasks() {
    String task = JUC + "ForkJoinTask";
    put(task, JdkModel.of(Form.CONSTRUCTED), "<init>");
    putStatic(task, JdkModel.of(Model.COLLECT, COMPLETIONS), "invokeAll", "helpQuiesce");
    putStatic(task, JdkModel.of(Form.TASK_RETURNED), "pollTask", "pollSubmission");
    putInstance(task, JdkModel.of(Model.RUN_TASK, RECEIVER), "doExec");
    putInstance(
        task,
        JdkModel.of(Model.COMPLETE_TASK, RECEIVER),
        "setDone",
        "trySetThrown",
        "trySetCancelled");
    putInstance(
        task,
        JdkModel.of(Model.CHANGE_OPEN, RECEIVER),
        "fork",
        "setForkJoinTaskTag",
        "compareAndSetForkJoinTaskTag",
        "complete",
        "completeExceptionally",
        "quietlyComplete",
        "cancel",
        "reinitialize");
    putInstance(
        task,
        JdkModel.of(Model.OBSERVE_OPEN, RECEIVER),
        "join",
        "get",
        "invoke",
        "quietlyJoin",
        "quietlyInvoke",
        "isDone",
        "isCancelled",
        "isCompletedNormally",
        "isCompletedAbnormally",
        "getException",
        "resultNow",
        "exceptionNow",
        "state",
        "awaitDone",
        "doJoin",
        "doInvoke",
        "quietlyJoinUninterruptibly",
        "getForkJoinTaskTag",
        "tryUnfork");
  }

  /** What the JVM does between threads, and what all threads do there. */
  private static void jvm() {
    for (String loader :
        List.of(
            "java/lang/ClassLoader",
            "jdk/internal/loader/BuiltinClassLoader",
            "jdk/internal/loader/ClassLoaders$AppClassLoader")) {
      put(loader, JdkModel.of(Model.SILENCE, RECEIVER), "loadClass", "loadClassOrNull");
    }
    put(
        "jdk/internal/loader/AbstractClassLoaderValue",
        JdkModel.of(Model.SILENCE, RECEIVER),
        "get",
        "putIfAbsent",
        "remove",
        "computeIfAbsent");
    put(
        "java/lang/invoke/MethodHandleNatives",
        JdkModel.of(Model.SILENCE, COMPLETIONS),
        "linkCallSite",
        "linkMethod",
        "linkMethodHandleConstant",
        "linkDynamicConstant",
        "findMethodHandleType");
    // Types are kept in a table that all threads use, also where the JDK looks up its own handles.
    putStatic("java/lang/invoke/MethodType", JdkModel.of(Model.SILENCE, COMPLETIONS), "makeImpl");
    put("java/io/PrintStream", Rule.Special.PRINT_STREAM);
    put("java/lang/Class", JdkModel.of(Form.CLASS_RETURNED), "forName");
    put(
        "java/lang/Class",
        JdkModel.of(Form.CONSTANTS_RETURNED),
        "getEnumConstantsShared",
        "enumConstantDirectory");
    put(
        "java/lang/invoke/MethodHandles$Lookup",
        JdkModel.of(Form.CLASS_RETURNED),
        "ensureInitialized");
    put("java/lang/ClassValue", JdkModel.of(Model.COLLECT, RECEIVER), "get");
    // The target of a call site is written by the JVM.
    put("java/lang/invoke/VolatileCallSite", JdkModel.of(Model.CHANGE_OPEN, RECEIVER), "setTarget");
    put(
        "java/lang/invoke/VolatileCallSite",
        JdkModel.of(Model.OBSERVE_OPEN, RECEIVER),
        "getTarget");
    put("java/lang/ApplicationShutdownHooks", JdkModel.of(Form.SHUTDOWN), "runHooks");
    put("java/lang/Runtime", JdkModel.of(Form.HALT), "halt");
    put("jdk/internal/misc/Signal", JdkModel.of(Form.OS_SIGNAL), "dispatch");
    put("sun/management/Sensor", JdkModel.of(Form.CALLED_BY_JVM), "trigger", "clear");
    put(
        "com/sun/management/internal/GarbageCollectorExtImpl",
        JdkModel.of(Form.CALLED_BY_JVM),
        "createGCNotification");
  }

  private static void reflection() {
    put("java/lang/reflect/Field", Rule.Special.FIELD);
    put("java/lang/reflect/Constructor", JdkModel.of(Form.OBJECT_RETURNED), "newInstance");
    put("sun/misc/Unsafe", JdkModel.of(Form.OBJECT_RETURNED), "allocateInstance");
    put("sun/misc/Unsafe", Rule.Special.UNSAFE);
    put("sun/misc/Unsafe", JdkModel.of(Form.PARKED), "park");
    put("sun/misc/Unsafe", JdkModel.of(Model.UNPARK, FIRST_ARGUMENT), "unpark");
  }

  // ---- how it is written ------------------------------------------------------------------

  private static void put(String owner, Rule rule) {
    List<Rule> rules = TABLE.get(owner);
    if (rules == null) {
      rules = new ArrayList<>();
      TABLE.put(owner, rules);
    }
    rules.add(rule);
  }

  private static void put(String owner, JdkModel model, String... methods) {
    put(owner, new Rule.Named(model, 0, 0, methods));
  }

  private static void putInstance(String owner, JdkModel model, String... methods) {
    put(owner, new Rule.Named(model, 0, Opcodes.ACC_STATIC, methods));
  }

  private static void putPublic(String owner, JdkModel model, String... methods) {
    put(owner, new Rule.Named(model, Opcodes.ACC_PUBLIC, Opcodes.ACC_STATIC, methods));
  }

  private static void putStatic(String owner, JdkModel model, String... methods) {
    put(owner, new Rule.Named(model, Opcodes.ACC_STATIC, 0, methods));
  }
}
