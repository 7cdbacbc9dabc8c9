package dev.sooth.agent.instrument;

import static dev.sooth.agent.instrument.JdkModel.Key.COMPLETIONS;
import static dev.sooth.agent.instrument.JdkModel.Key.FIRST_ARGUMENT;
import static dev.sooth.agent.instrument.JdkModel.Key.OUTER;
import static dev.sooth.agent.instrument.JdkModel.Key.RECEIVER;
import static dev.sooth.agent.instrument.JdkModel.Key.STANDARD_STREAM;
import static dev.sooth.agent.instrument.JdkModel.Key.SYNC;

import dev.sooth.agent.bootstrap.AtomicHooks;
import dev.sooth.agent.bootstrap.Model;
import dev.sooth.agent.instrument.JdkModel.Form;
import dev.sooth.agent.instrument.JdkModel.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * The table of models: the methods of the JDK of which more is known than observation shows. A model
 * is there to order less than the implementation does, or for what only the JVM does. {@code
 * docs/agent.md} says of each why it can only lose races.
 */
final class JdkModels {
  private static final String JUC = "java/util/concurrent/";
  private static final String LOCKS = JUC + "locks/";
  private static final String ATOMIC = JUC + "atomic/";

  /** The model of a method, or null. */
  private interface Rule {
    JdkModel find(int access, String name, String descriptor);
  }

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
    for (String synchroniser : List.of("AbstractQueuedSynchronizer", "AbstractQueuedLongSynchronizer")) {
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
        "hasQueuedThreads",
        "hasQueuedThread",
        "getQueueLength");
  }

  private static void atomics() {
    for (String type : List.of("Integer", "Long", "Boolean", "Reference")) {
      put(ATOMIC + "Atomic" + type, (a, name, d) -> atomic(a, name, d, Form.ATOMIC));
      put(
          ATOMIC + "Atomic" + type + "Array",
          (a, name, d) -> d.startsWith("(I") ? atomic(a, name, d, Form.ATOMIC_ELEMENT) : null);
    }
    for (String updater :
        List.of(
            "AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl",
            "AtomicLongFieldUpdater$CASUpdater",
            "AtomicLongFieldUpdater$LockedUpdater",
            "AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl")) {
      put(ATOMIC + updater, JdkModels::updater);
    }
  }

  private static JdkModel updater(int access, String name, String d) {
    if (name.equals("<init>")) {
      return d.contains("Ljava/lang/String;") ? JdkModel.of(Form.UPDATER_MADE) : null;
    }
    return atomic(access, name, d, Form.UPDATER);
  }

  private static JdkModel atomic(int access, String name, String d, Form form) {
    boolean isOperation =
        (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC)) == Opcodes.ACC_PUBLIC
            && !name.startsWith("<");
    if (!isOperation || d.contains("Ljava/util/function/")) {
      return null; // those with a function are made of get and compareAndSet
    }
    int kind =
        switch (name) {
          case "get", "getPlain", "getOpaque", "getAcquire" -> AtomicHooks.GET;
          case "set", "lazySet", "setPlain", "setOpaque", "setRelease" -> AtomicHooks.SET;
          default -> {
            if (name.startsWith("compareAndSet") || name.startsWith("weakCompareAndSet")) {
              yield AtomicHooks.CAS;
            }
            yield name.startsWith("getAnd")
                    || name.endsWith("AndGet")
                    || name.startsWith("compareAndExchange")
                ? AtomicHooks.UPDATE
                : -1;
          }
        };
    return kind < 0 ? null : JdkModel.atomic(form, kind);
  }

  private static void threads() {
    for (String thread : List.of("java/lang/Thread", "java/lang/VirtualThread")) {
      put(
          thread,
          (a, name, d) ->
              name.equals("start") && isInstance(a) && !d.contains("Runnable")
                  ? JdkModel.of(Form.THREAD_START)
                  : null);
      put(
          thread,
          (a, name, d) ->
              name.equals("join") && isInstance(a) ? JdkModel.of(Form.THREAD_JOINED) : null);
      put(thread, JdkModel.of(Model.INTERRUPT, RECEIVER), "interrupt");
      put(thread, JdkModel.of(Form.INTERRUPT_LOOKED), "isInterrupted");
      put(
          thread,
          (a, name, d) ->
              name.equals("interrupted") && !isInstance(a)
                  ? JdkModel.of(Form.INTERRUPT_CLEARED)
                  : null);
    }
    put("java/lang/Thread", JdkModel.of(Form.THREAD_END), "exit");
    put("java/lang/Thread", JdkModel.of(Form.THREAD_STOPPED), "stop");
    put("java/lang/ThreadGroup", JdkModel.of(Form.THREAD_STOPPED), "stop");
    put(
        "java/lang/ThreadGroup", JdkModel.of(Form.THREADS_COUNTED), "activeCount", "enumerate");
    put(JUC + "TimeUnit", JdkModel.of(Model.SILENCE, RECEIVER), "sleep");
  }

  private static void pools() {
    String pool = JUC + "ThreadPoolExecutor";
    put(pool, JdkModel.of(Form.POOL_MADE), "<init>");
    put(pool, new JdkModel(Form.EXECUTE, RECEIVER, Model.HAND_OVER, 0), "execute");
    put(pool, JdkModel.of(Model.LOUD, RECEIVER), "reject");
    put(pool, JdkModel.of(Model.HAND_OVER, RECEIVER), "processWorkerExit");
    put(
        pool,
        JdkModel.of(Model.SILENCE, RECEIVER),
        "getTask",
        "addWorker",
        "tryTerminate",
        "interruptIdleWorkers",
        "interruptWorkers");
    put(pool, JdkModel.of(Model.CHANGE_OPEN, RECEIVER), "shutdown", "shutdownNow", "remove");
    put(
        pool,
        JdkModel.of(Model.OBSERVE, RECEIVER),
        "awaitTermination",
        "isTerminated",
        "isTerminating",
        "isShutdown",
        "isStopped",
        "getQueue",
        "getPoolSize",
        "getActiveCount",
        "getLargestPoolSize",
        "getTaskCount",
        "getCompletedTaskCount");
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
    put(
        JUC + "ForkJoinPool",
        (a, name, d) ->
            switch (name) {
              case "execute", "submit", "invoke", "externalSubmit", "lazySubmit" ->
                  isInstance(a) && (a & Opcodes.ACC_PUBLIC) != 0
                      ? JdkModel.of(Model.ANNOUNCE, FIRST_ARGUMENT)
                      : null;
              default -> null;
            });
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
    String task = JUC + "ForkJoinTask";
    put(task, JdkModel.of(Form.CONSTRUCTED), "<init>");
    putStatic(task, JdkModel.of(Model.COLLECT, COMPLETIONS), "invokeAll", "helpQuiesce");
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
        "java/lang/invoke/MethodHandleNatives",
        (a, name, d) ->
            name.startsWith("link") || name.equals("findMethodHandleType")
                ? JdkModel.of(Model.SILENCE, COMPLETIONS)
                : null);
    put(
        "java/io/PrintStream",
        (a, name, d) ->
            isInstance(a) && (a & Opcodes.ACC_PUBLIC) != 0 && !name.startsWith("<")
                ? JdkModel.of(Model.SILENCE, STANDARD_STREAM)
                : null);
    put("java/lang/ClassValue", JdkModel.of(Model.COLLECT, RECEIVER), "get");
    put("java/lang/ApplicationShutdownHooks", JdkModel.of(Form.SHUTDOWN), "runHooks");
    put("jdk/internal/misc/Signal", JdkModel.of(Form.CALLED_BY_JVM), "dispatch");
    put("sun/management/Sensor", JdkModel.of(Form.CALLED_BY_JVM), "trigger", "clear");
    put(
        "com/sun/management/internal/GarbageCollectorExtImpl",
        JdkModel.of(Form.CALLED_BY_JVM),
        "createGCNotification");
  }

  private static void reflection() {
    put(
        "java/lang/reflect/Field",
        (a, name, d) -> {
          if (!isInstance(a)
              || (a & Opcodes.ACC_PUBLIC) == 0
              || !d.startsWith("(Ljava/lang/Object;")) {
            return null;
          }
          return name.startsWith("get")
              ? JdkModel.of(Form.REFLECTED_READ)
              : name.startsWith("set") ? JdkModel.of(Form.REFLECTED_WRITE) : null;
        });
    put("sun/misc/Unsafe", JdkModels::unsafe);
    put("sun/misc/Unsafe", JdkModel.of(Form.PARKED), "park");
    put("sun/misc/Unsafe", JdkModel.of(Model.UNPARK, FIRST_ARGUMENT), "unpark");
  }

  private static JdkModel unsafe(int access, String name, String d) {
    if (!isInstance(access) || !d.startsWith("(Ljava/lang/Object;J")) {
      return null;
    }
    int kind =
        name.startsWith("compareAndSwap")
            ? AtomicHooks.CAS
            : name.startsWith("getAnd")
                ? AtomicHooks.UPDATE
                : name.startsWith("putOrdered")
                    ? AtomicHooks.SET
                    : name.startsWith("get")
                        ? name.endsWith("Volatile") ? AtomicHooks.GET : AtomicHooks.PLAIN_GET
                        : name.startsWith("put")
                            ? name.endsWith("Volatile") ? AtomicHooks.SET : AtomicHooks.PLAIN_SET
                            : -1;
    return kind < 0 ? null : JdkModel.atomic(Form.UNSAFE, kind);
  }

  // ---- how it is written ------------------------------------------------------------------

  private static boolean isInstance(int access) {
    return (access & Opcodes.ACC_STATIC) == 0;
  }

  private static void put(String owner, Rule rule) {
    TABLE.computeIfAbsent(owner, o -> new ArrayList<>()).add(rule);
  }

  private static void put(String owner, JdkModel model, String... methods) {
    List<String> names = List.of(methods);
    put(owner, (access, name, d) -> names.contains(name) ? model : null);
  }

  private static void putInstance(String owner, JdkModel model, String... methods) {
    List<String> names = List.of(methods);
    put(owner, (a, name, d) -> isInstance(a) && names.contains(name) ? model : null);
  }

  private static void putStatic(String owner, JdkModel model, String... methods) {
    List<String> names = List.of(methods);
    put(owner, (a, name, d) -> !isInstance(a) && names.contains(name) ? model : null);
  }
}
