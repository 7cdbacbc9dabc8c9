package dev.sooth.agent.instrument;

import static dev.sooth.agent.bootstrap.JdkHooks.ANNOUNCE;
import static dev.sooth.agent.bootstrap.JdkHooks.ANNOUNCE_STAGE;
import static dev.sooth.agent.bootstrap.JdkHooks.CHANGE;
import static dev.sooth.agent.bootstrap.JdkHooks.CHANGE_OPEN;
import static dev.sooth.agent.bootstrap.JdkHooks.COLLECT;
import static dev.sooth.agent.bootstrap.JdkHooks.COMPLETE_TASK;
import static dev.sooth.agent.bootstrap.JdkHooks.HAND_OVER;
import static dev.sooth.agent.bootstrap.JdkHooks.INTERRUPT;
import static dev.sooth.agent.bootstrap.JdkHooks.LEARN;
import static dev.sooth.agent.bootstrap.JdkHooks.LOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.OBSERVE;
import static dev.sooth.agent.bootstrap.JdkHooks.OBSERVE_OPEN;
import static dev.sooth.agent.bootstrap.JdkHooks.READ_LOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.READ_UNLOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.RUN;
import static dev.sooth.agent.bootstrap.JdkHooks.RUN_TASK;
import static dev.sooth.agent.bootstrap.JdkHooks.SILENCE;
import static dev.sooth.agent.bootstrap.JdkHooks.TRY_LOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.TRY_READ_LOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.TRY_WRITE_LOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.UNLOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.UNPARK;
import static dev.sooth.agent.bootstrap.JdkHooks.WRITE_LOCK;
import static dev.sooth.agent.bootstrap.JdkHooks.WRITE_UNLOCK;

import dev.sooth.agent.bootstrap.AtomicHooks;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The table of models: what each method of the JDK that synchronises means for the trace. {@code
 * docs/agent.md} says for each class why its model can only lose races.
 */
final class JdkModels {
  private static final String UNSAFE = "sun/misc/Unsafe";
  private static final String JUC = "java/util/concurrent/";
  private static final String SCOPE = JUC + "StructuredTaskScope";
  private static final String LOCKS = JUC + "locks/";
  private static final String ATOMIC = JUC + "atomic/";

  /** Collections that synchronise; their inner classes are views and iterators of them. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          JUC + "ConcurrentHashMap",
          JUC + "ConcurrentSkipListMap",
          JUC + "ConcurrentLinkedQueue",
          JUC + "ConcurrentLinkedDeque",
          JUC + "CopyOnWriteArrayList",
          JUC + "ArrayBlockingQueue",
          JUC + "LinkedBlockingQueue",
          JUC + "LinkedBlockingDeque",
          JUC + "PriorityBlockingQueue",
          JUC + "DelayQueue",
          JUC + "SynchronousQueue",
          JUC + "LinkedTransferQueue");

  /** Whether the class is a concurrent collection, or a view or iterator of one. */
  static boolean isCollection(String owner) {
    int inner = owner.indexOf('$');
    return COLLECTIONS.contains(inner < 0 ? owner : owner.substring(0, inner));
  }

  /** Whether a method of a collection returns something that shows its elements. */
  static boolean makesView(String method) {
    return switch (method) {
      case "iterator",
          "listIterator",
          "descendingIterator",
          "spliterator",
          "trySplit",
          "keys",
          "elements",
          "subMap",
          "headMap",
          "tailMap",
          "descendingMap" ->
          true;
      default -> false;
    };
  }

  /** Whether it is one of the operations that {@code ConcurrentHashMap} performs in parallel. */
  static boolean isBulkOperation(String owner, String d) {
    return owner.equals(JUC + "ConcurrentHashMap") && d.startsWith("(JL");
  }

  /** JDK classes whose synchronized methods protect data that programs hand over in them. */
  private static final Set<String> MONITORED =
      Set.of(
          "java/util/Vector",
          "java/util/Stack",
          "java/util/Hashtable",
          "java/lang/StringBuffer",
          "java/io/PipedInputStream",
          "java/io/PipedReader",
          "java/io/ByteArrayOutputStream",
          "java/io/ByteArrayInputStream");

  private static final Set<String> SYNCHRONISERS =
      Set.of(
          JUC + "CountDownLatch",
          JUC + "Semaphore",
          JUC + "Exchanger",
          LOCKS + "StampedLock",
          ATOMIC + "LongAdder",
          ATOMIC + "DoubleAdder",
          ATOMIC + "LongAccumulator",
          ATOMIC + "DoubleAccumulator",
          ATOMIC + "AtomicStampedReference",
          ATOMIC + "AtomicMarkableReference");

  private static final Set<String> ATOMICS =
      Set.of(
          ATOMIC + "AtomicInteger",
          ATOMIC + "AtomicLong",
          ATOMIC + "AtomicBoolean",
          ATOMIC + "AtomicReference");

  private static final Set<String> ATOMIC_ARRAYS =
      Set.of(
          ATOMIC + "AtomicIntegerArray",
          ATOMIC + "AtomicLongArray",
          ATOMIC + "AtomicReferenceArray");

  private static final Set<String> OBSERVERS =
      Set.of(
          "get",
          "getOrDefault",
          "contains",
          "containsAll",
          "containsKey",
          "containsValue",
          "isEmpty",
          "size",
          "mappingCount",
          "peek",
          "peekFirst",
          "peekLast",
          "element",
          "getFirst",
          "getLast",
          "first",
          "last",
          "firstKey",
          "lastKey",
          "firstEntry",
          "lastEntry",
          "ceilingKey",
          "ceilingEntry",
          "floorKey",
          "floorEntry",
          "higherKey",
          "higherEntry",
          "lowerKey",
          "lowerEntry",
          "iterator",
          "descendingIterator",
          "listIterator",
          "spliterator",
          "trySplit",
          "estimateSize",
          "getExactSizeIfKnown",
          "characteristics",
          "getComparator",
          "keySet",
          "navigableKeySet",
          "descendingKeySet",
          "values",
          "entrySet",
          "keys",
          "elements",
          "toArray",
          "toString",
          "hashCode",
          "equals",
          "remainingCapacity",
          "indexOf",
          "lastIndexOf",
          "hasWaitingConsumer",
          "getWaitingConsumerCount",
          "forEach",
          "search",
          "hasNext",
          "hasMoreElements",
          "next",
          "nextElement",
          "previous",
          "hasPrevious",
          "tryAdvance",
          "forEachRemaining",
          "await",
          "getCount",
          "availablePermits",
          "hasQueuedThreads",
          "getQueueLength",
          "tryOptimisticRead",
          "validate",
          "isWriteLocked",
          "isReadLocked",
          "getReadLockCount",
          "sum",
          "longValue",
          "intValue",
          "doubleValue",
          "floatValue",
          "getReference",
          "getStamp",
          "isMarked",
          "elementAt",
          "firstElement",
          "lastElement",
          "length",
          "charAt",
          "substring",
          "capacity",
          "comparator",
          "clone",
          "subMap",
          "headMap",
          "tailMap",
          "descendingMap",
          "subList",
          "getKey",
          "getValue",
          "available");

  private JdkModels() {}

  /** Whether the class has any model. */
  static boolean hasModels(String owner) {
    if (!owner.startsWith("java/")
        && !owner.startsWith("jdk/internal/loader/")
        && !owner.equals(UNSAFE)) {
      return false;
    }
    int dollar = owner.indexOf('$');
    String outer = dollar < 0 ? owner : owner.substring(0, dollar);
    return COLLECTIONS.contains(outer)
        || MONITORED.contains(owner)
        || SYNCHRONISERS.contains(owner)
        || ATOMICS.contains(owner)
        || ATOMIC_ARRAYS.contains(owner)
        || (owner.startsWith(ATOMIC) && dollar > 0 && outer.endsWith("FieldUpdater"))
        || owner.startsWith("java/util/Collections$Synchronized")
        || owner.startsWith(JUC + "CompletableFuture")
        || owner.startsWith(JUC + "SubmissionPublisher")
        || owner.startsWith(SCOPE)
        || switch (owner) {
          case LOCKS + "ReentrantLock",
              LOCKS + "ReentrantReadWriteLock$ReadLock",
              LOCKS + "ReentrantReadWriteLock$WriteLock",
              LOCKS + "AbstractQueuedSynchronizer",
              LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
              LOCKS + "AbstractQueuedLongSynchronizer",
              LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject",
              LOCKS + "LockSupport",
              JUC + "CyclicBarrier",
              JUC + "Phaser",
              JUC + "FutureTask",
              JUC + "ThreadPoolExecutor",
              JUC + "ThreadPerTaskExecutor",
              JUC + "ForkJoinPool",
              JUC + "ForkJoinTask",
              JUC + "CountedCompleter",
              JUC + "TimeUnit",
              "java/util/Timer",
              "java/util/TimerThread",
              "java/util/TimerTask",
              "java/lang/Thread",
              "java/lang/ThreadGroup",
              "java/lang/VirtualThread",
              "java/lang/ApplicationShutdownHooks",
              "java/awt/event/InvocationEvent",
              "java/lang/ClassLoader",
              "java/lang/invoke/MethodHandleNatives",
              "java/lang/reflect/Field",
              UNSAFE,
              "java/io/PrintStream",
              "jdk/internal/loader/BuiltinClassLoader",
              "jdk/internal/loader/ClassLoaders$AppClassLoader" ->
              true;
          default -> false;
        };
  }

  /** What the functions belong to that a method of a collection calls, modelled or not. */
  static JdkModel.Key functionsOf(String owner) {
    return owner.indexOf('$') < 0 ? JdkModel.Key.RECEIVER : JdkModel.Key.OUTER;
  }

  /** The model of a method, or null. */
  static JdkModel find(String owner, int access, String name, String d) {
    int dollar = owner.indexOf('$');
    String outer = dollar < 0 ? owner : owner.substring(0, dollar);
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    boolean isPublic = (access & Opcodes.ACC_PUBLIC) != 0;
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      return null;
    }
    if (name.startsWith("<")) {
      return isStatic ? null : constructor(owner, d);
    }
    if (owner.startsWith(JUC + "ConcurrentHashMap$") && owner.endsWith("Task")) {
      return name.equals("compute") ? JdkModel.of(OBSERVE_OPEN, JdkModel.Key.ORIGIN) : null;
    }
    if (isPublic && !isStatic && COLLECTIONS.contains(outer)) {
      return collection(name, d, functionsOf(owner), outer);
    }
    if (isPublic && !isStatic && owner.startsWith("java/util/Collections$Synchronized")) {
      return collection(name, d, JdkModel.Key.MUTEX, outer);
    }
    if (MONITORED.contains(owner)) {
      boolean isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
      return isSynchronized && !isStatic ? collection(name, d, JdkModel.Key.RECEIVER, outer) : null;
    }
    if (SYNCHRONISERS.contains(owner)) {
      return isPublic && !isStatic ? collection(name, d, JdkModel.Key.RECEIVER, outer) : null;
    }
    if (ATOMICS.contains(owner)) {
      return isPublic && !isStatic ? atomic(name, d, JdkModel.Form.ATOMIC) : null;
    }
    if (ATOMIC_ARRAYS.contains(owner)) {
      return isPublic && !isStatic && d.startsWith("(I")
          ? atomic(name, d, JdkModel.Form.ATOMIC_ELEMENT)
          : null;
    }
    if (owner.startsWith(ATOMIC) && outer.endsWith("FieldUpdater") && dollar > 0) {
      return isPublic && !isStatic ? atomic(name, d, JdkModel.Form.UPDATER) : null;
    }
    if (owner.startsWith(JUC + "CompletableFuture")) {
      return completableFuture(dollar > 0, isStatic, name, d);
    }
    if (owner.startsWith(JUC + "SubmissionPublisher")) {
      return publisher(dollar > 0, isStatic, name);
    }
    if (owner.startsWith(SCOPE)) {
      return scope(owner.endsWith("$SubtaskImpl"), isStatic, name);
    }
    return single(owner, isStatic, isPublic, name, d);
  }

  private static JdkModel constructor(String owner, String d) {
    if (owner.equals(JUC + "ConcurrentHashMap$BulkTask")) {
      return new JdkModel(0, JdkModel.Form.BULK_TASK, JdkModel.Key.RECEIVER);
    }
    if (owner.equals(JUC + "FutureTask")
        || owner.equals(JUC + "ForkJoinTask")
        || owner.equals("java/util/TimerTask")
        || owner.equals("java/awt/event/InvocationEvent")) {
      return new JdkModel(0, JdkModel.Form.CONSTRUCTED, JdkModel.Key.RECEIVER);
    }
    boolean updater = owner.startsWith(ATOMIC) && owner.contains("FieldUpdater$");
    return updater && d.contains("Ljava/lang/String;")
        ? new JdkModel(0, JdkModel.Form.UPDATER_MADE, JdkModel.Key.RECEIVER)
        : null;
  }

  private static JdkModel collection(String name, String d, JdkModel.Key key, String outer) {
    boolean open = d.contains("Ljava/util/function/") || d.contains("Ljava/util/Comparator;");
    boolean observes =
        OBSERVERS.contains(name) || name.startsWith("reduce") || name.startsWith("forEach");
    if (name.equals("element") && outer.endsWith("Deque")) {
      observes = true;
    }
    return JdkModel.of(observes ? open ? OBSERVE_OPEN : OBSERVE : open ? CHANGE_OPEN : CHANGE, key);
  }

  private static JdkModel atomic(String name, String d, JdkModel.Form form) {
    if (d.contains("Ljava/util/function/")) {
      return null; // made of get and compareAndSet, which are modelled
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
    return kind < 0 ? null : new JdkModel(kind, form, JdkModel.Key.RECEIVER);
  }

  private static JdkModel completableFuture(
      boolean inner, boolean isStatic, String name, String d) {
    if (isStatic) {
      return null;
    }
    if (inner) {
      return switch (name) {
        case "tryFire" -> JdkModel.of(LEARN, JdkModel.Key.STAGES);
        case "run" -> d.equals("()V") ? JdkModel.of(LEARN, JdkModel.Key.RECEIVER) : null;
        default -> null;
      };
    }
    if ((name.startsWith("complete")
            && !name.endsWith("Async")
            && !name.equals("completeOnTimeout"))
        || name.startsWith("obtrude")
        || name.equals("cancel")
        || name.equals("internalComplete")
        || name.equals("postComplete")) {
      return JdkModel.of(ANNOUNCE_STAGE, JdkModel.Key.RECEIVER);
    }
    if (name.endsWith("Stage") && !name.equals("toCompletableFuture")) {
      return JdkModel.of(ANNOUNCE, JdkModel.Key.STAGES);
    }
    if (name.matches("(uni|bi|or|and|any)[A-Z].*")) {
      return JdkModel.of(LEARN, JdkModel.Key.STAGES);
    }
    return switch (name) {
      case "get",
          "join",
          "getNow",
          "isDone",
          "isCancelled",
          "isCompletedExceptionally",
          "resultNow",
          "exceptionNow",
          "state",
          "getNumberOfDependents" ->
          JdkModel.of(OBSERVE_OPEN, JdkModel.Key.RECEIVER);
      default -> null;
    };
  }

  private static JdkModel publisher(boolean inner, boolean isStatic, String name) {
    if (isStatic) {
      return null;
    }
    if (inner) {
      return name.startsWith("consume") || name.equals("takeItems") || name.equals("run")
          ? JdkModel.of(LEARN, JdkModel.Key.STAGES)
          : name.equals("offer") ? JdkModel.of(ANNOUNCE, JdkModel.Key.STAGES) : null;
    }
    return switch (name) {
      case "submit", "offer", "subscribe", "close", "closeExceptionally" ->
          JdkModel.of(ANNOUNCE, JdkModel.Key.STAGES);
      default -> null;
    };
  }

  /** Structured concurrency: threads are forked like all others, what is left is their results. */
  private static JdkModel scope(boolean subtask, boolean isStatic, String name) {
    if (isStatic) {
      return null;
    }
    if (subtask) {
      return switch (name) {
        case "run" -> JdkModel.of(RUN_TASK, JdkModel.Key.RECEIVER);
        case "get", "state", "exception" -> JdkModel.of(OBSERVE, JdkModel.Key.RECEIVER);
        default -> null;
      };
    }
    return switch (name) {
      case "join", "joinUntil", "close" -> JdkModel.of(COLLECT, JdkModel.Key.COMPLETIONS);
      case "cancel", "shutdown" -> JdkModel.of(CHANGE_OPEN, JdkModel.Key.RECEIVER);
      case "isCancelled", "isShutdown" -> JdkModel.of(OBSERVE_OPEN, JdkModel.Key.RECEIVER);
      default -> null;
    };
  }

  private static JdkModel single(
      String owner, boolean isStatic, boolean isPublic, String name, String d) {
    return switch (owner) {
      case LOCKS + "ReentrantLock" -> lock(isPublic, name, LOCK, TRY_LOCK, UNLOCK);
      case LOCKS + "ReentrantReadWriteLock$WriteLock" ->
          lock(isPublic, name, WRITE_LOCK, TRY_WRITE_LOCK, WRITE_UNLOCK);
      case LOCKS + "ReentrantReadWriteLock$ReadLock" ->
          lock(isPublic, name, READ_LOCK, TRY_READ_LOCK, READ_UNLOCK);
      case LOCKS + "AbstractQueuedSynchronizer", LOCKS + "AbstractQueuedLongSynchronizer" ->
          switch (name) {
            case "acquire",
                "acquireInterruptibly",
                "tryAcquireNanos",
                "release",
                "acquireShared",
                "acquireSharedInterruptibly",
                "tryAcquireSharedNanos",
                "releaseShared",
                "getState",
                "setState",
                "compareAndSetState" ->
                JdkModel.of(CHANGE_OPEN, JdkModel.Key.FOREIGN_RECEIVER);
            default -> null;
          };
      case LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
          LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject" ->
          name.startsWith("await")
              ? new JdkModel(0, JdkModel.Form.AWAIT, JdkModel.Key.OUTER)
              : name.startsWith("signal") && isPublic
                  ? new JdkModel(0, JdkModel.Form.SIGNAL, JdkModel.Key.RECEIVER)
                  : null;
      case LOCKS + "LockSupport" ->
          name.equals("unpark")
              ? JdkModel.of(UNPARK, JdkModel.Key.FIRST_ARGUMENT)
              : name.startsWith("park")
                  ? new JdkModel(0, JdkModel.Form.PARKED, JdkModel.Key.RECEIVER)
                  : null;
      case JUC + "CyclicBarrier", JUC + "Phaser" ->
          isPublic && !isStatic
              ? JdkModel.of(
                  name.startsWith("get") || name.startsWith("is") || name.equals("toString")
                      ? OBSERVE_OPEN
                      : CHANGE_OPEN,
                  JdkModel.Key.RECEIVER)
              : null;
      case JUC + "FutureTask" -> futureTask(name);
      case JUC + "ThreadPoolExecutor" -> threadPool(isPublic, name);
      case JUC + "ThreadPerTaskExecutor" ->
          switch (name) {
            case "taskComplete" -> JdkModel.of(ANNOUNCE, JdkModel.Key.RECEIVER);
            case "awaitTermination", "close", "isTerminated" ->
                JdkModel.of(COLLECT, JdkModel.Key.RECEIVER);
            default -> null;
          };
      case JUC + "ForkJoinPool" ->
          switch (name) {
            case "execute", "submit", "invoke" ->
                isStatic || !isPublic ? null : JdkModel.of(ANNOUNCE, JdkModel.Key.FIRST_ARGUMENT);
            case "awaitQuiescence", "awaitTermination", "close", "isTerminated", "isQuiescent" ->
                JdkModel.of(COLLECT, JdkModel.Key.COMPLETIONS);
            case "invokeAll", "invokeAny", "invokeAllUninterruptibly" ->
                JdkModel.of(COLLECT, JdkModel.Key.COMPLETIONS);
            default -> null;
          };
      case JUC + "ForkJoinTask" -> forkJoinTask(isStatic, name);
      case JUC + "CountedCompleter" ->
          switch (name) {
            case "tryComplete",
                "propagateCompletion",
                "complete",
                "quietlyCompleteRoot",
                "addToPendingCount",
                "compareAndSetPendingCount",
                "decrementPendingCountUnlessZero" ->
                JdkModel.of(CHANGE_OPEN, JdkModel.Key.COMPLETIONS);
            case "firstComplete", "nextComplete" ->
                JdkModel.of(CHANGE_OPEN, JdkModel.Key.COMPLETIONS);
            default -> null;
          };
      case JUC + "TimeUnit" ->
          name.equals("sleep") ? JdkModel.of(SILENCE, JdkModel.Key.RECEIVER) : null;
      case "java/util/Timer" ->
          name.equals("sched") ? JdkModel.of(HAND_OVER, JdkModel.Key.FIRST_ARGUMENT) : null;
      case "java/util/TimerTask" ->
          name.equals("cancel") ? JdkModel.of(CHANGE, JdkModel.Key.RECEIVER) : null;
      case "java/lang/Thread", "java/lang/VirtualThread" -> thread(owner, isStatic, name, d);
      case "java/lang/ClassLoader",
          "jdk/internal/loader/BuiltinClassLoader",
          "jdk/internal/loader/ClassLoaders$AppClassLoader" ->
          name.equals("loadClass") || name.equals("loadClassOrNull")
              ? JdkModel.of(SILENCE, JdkModel.Key.RECEIVER)
              : null;
      case "java/lang/invoke/MethodHandleNatives" ->
          name.startsWith("link") || name.equals("findMethodHandleType")
              ? JdkModel.of(SILENCE, JdkModel.Key.STAGES)
              : null;
      case "java/lang/ThreadGroup" ->
          name.equals("activeCount") || name.equals("enumerate")
              ? new JdkModel(0, JdkModel.Form.THREADS_COUNTED, JdkModel.Key.RECEIVER)
              : null;
      case "java/lang/ApplicationShutdownHooks" ->
          name.equals("runHooks")
              ? new JdkModel(0, JdkModel.Form.SHUTDOWN, JdkModel.Key.RECEIVER)
              : null;
      case "java/awt/event/InvocationEvent" ->
          switch (name) {
            case "dispatch" -> JdkModel.of(RUN, JdkModel.Key.RECEIVER);
            case "finishedDispatching" -> JdkModel.of(ANNOUNCE, JdkModel.Key.RECEIVER);
            case "isDispatched" -> JdkModel.of(OBSERVE, JdkModel.Key.RECEIVER);
            default -> null;
          };
      case "java/lang/reflect/Field" -> reflection(isStatic, isPublic, name, d);
      case UNSAFE -> unsafe(isStatic, name, d);
      case "java/io/PrintStream" ->
          isPublic && !isStatic ? JdkModel.of(SILENCE, JdkModel.Key.RECEIVER) : null;
      default -> null;
    };
  }

  private static JdkModel reflection(boolean isStatic, boolean isPublic, String name, String d) {
    if (isStatic || !isPublic || !d.startsWith("(Ljava/lang/Object;")) {
      return null;
    }
    return name.startsWith("get")
        ? new JdkModel(0, JdkModel.Form.REFLECTED_READ, JdkModel.Key.RECEIVER)
        : name.startsWith("set")
            ? new JdkModel(0, JdkModel.Form.REFLECTED_WRITE, JdkModel.Key.RECEIVER)
            : null;
  }

  private static JdkModel unsafe(boolean isStatic, String name, String d) {
    if (isStatic) {
      return null;
    }
    if (d.startsWith("(Ljava/lang/Object;J")) {
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
      return kind < 0 ? null : new JdkModel(kind, JdkModel.Form.UNSAFE, JdkModel.Key.RECEIVER);
    }
    return switch (name) {
      case "objectFieldOffset", "staticFieldOffset" ->
          d.startsWith("(Ljava/lang/reflect/Field;)")
              ? new JdkModel(0, JdkModel.Form.FIELD_OFFSET, JdkModel.Key.RECEIVER)
              : null;
      case "park" -> new JdkModel(0, JdkModel.Form.PARKED, JdkModel.Key.RECEIVER);
      case "unpark" -> JdkModel.of(UNPARK, JdkModel.Key.FIRST_ARGUMENT);
      default -> null;
    };
  }

  private static JdkModel lock(boolean isPublic, String name, int lock, int tryLock, int unlock) {
    if (!isPublic) {
      return null;
    }
    return switch (name) {
      case "lock", "lockInterruptibly" -> JdkModel.of(lock, JdkModel.Key.SYNC);
      case "tryLock" -> JdkModel.of(tryLock, JdkModel.Key.SYNC);
      case "unlock" -> JdkModel.of(unlock, JdkModel.Key.SYNC);
      case "isLocked", "hasQueuedThreads", "hasQueuedThread", "getQueueLength" ->
          JdkModel.of(dev.sooth.agent.bootstrap.JdkHooks.LOOK_AT_LOCK, JdkModel.Key.SYNC);
      default -> null;
    };
  }

  private static JdkModel futureTask(String name) {
    return switch (name) {
      case "run", "runAndReset" -> JdkModel.of(RUN, JdkModel.Key.RECEIVER);
      case "set", "setException", "cancel" -> JdkModel.of(CHANGE_OPEN, JdkModel.Key.RECEIVER);
      case "get", "isDone", "isCancelled", "resultNow", "exceptionNow", "state" ->
          JdkModel.of(OBSERVE_OPEN, JdkModel.Key.RECEIVER);
      default -> null;
    };
  }

  private static JdkModel threadPool(boolean isPublic, String name) {
    return switch (name) {
      case "execute" -> JdkModel.of(HAND_OVER, JdkModel.Key.FIRST_ARGUMENT);
      case "processWorkerExit" -> JdkModel.of(HAND_OVER, JdkModel.Key.RECEIVER);
      case "getTask", "addWorker", "tryTerminate", "interruptIdleWorkers", "interruptWorkers" ->
          JdkModel.of(SILENCE, JdkModel.Key.RECEIVER);
      case "awaitTermination", "isTerminated" -> JdkModel.of(OBSERVE, JdkModel.Key.RECEIVER);
      case "shutdown", "shutdownNow" -> JdkModel.of(CHANGE_OPEN, JdkModel.Key.RECEIVER);
      default ->
          isPublic && (name.startsWith("is") || name.startsWith("get"))
              ? JdkModel.of(OBSERVE, JdkModel.Key.RECEIVER)
              : null;
    };
  }

  private static JdkModel forkJoinTask(boolean isStatic, String name) {
    if (isStatic) {
      return name.equals("invokeAll") || name.equals("helpQuiesce")
          ? JdkModel.of(COLLECT, JdkModel.Key.COMPLETIONS)
          : null;
    }
    return switch (name) {
      case "doExec" -> JdkModel.of(RUN_TASK, JdkModel.Key.RECEIVER);
      case "setDone", "trySetThrown", "trySetCancelled" ->
          JdkModel.of(COMPLETE_TASK, JdkModel.Key.RECEIVER);
      case "fork",
          "setForkJoinTaskTag",
          "compareAndSetForkJoinTaskTag",
          "complete",
          "completeExceptionally",
          "quietlyComplete",
          "cancel",
          "reinitialize" ->
          JdkModel.of(CHANGE_OPEN, JdkModel.Key.RECEIVER);
      case "join",
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
          "tryUnfork" ->
          JdkModel.of(OBSERVE_OPEN, JdkModel.Key.RECEIVER);
      default -> null;
    };
  }

  private static JdkModel thread(String owner, boolean isStatic, String name, String d) {
    return switch (name) {
      case "start" ->
          isStatic || d.contains("Runnable")
              ? null
              : new JdkModel(0, JdkModel.Form.THREAD_START, JdkModel.Key.RECEIVER);
      case "exit" ->
          owner.equals("java/lang/Thread") && d.equals("()V")
              ? new JdkModel(0, JdkModel.Form.THREAD_END, JdkModel.Key.RECEIVER)
              : null;
      case "join" ->
          isStatic ? null : new JdkModel(0, JdkModel.Form.THREAD_JOINED, JdkModel.Key.RECEIVER);
      case "interrupt" -> JdkModel.of(INTERRUPT, JdkModel.Key.RECEIVER);
      case "isInterrupted" ->
          new JdkModel(0, JdkModel.Form.INTERRUPT_LOOKED, JdkModel.Key.RECEIVER);
      case "interrupted" ->
          isStatic ? new JdkModel(0, JdkModel.Form.INTERRUPT_CLEARED, JdkModel.Key.RECEIVER) : null;
      default -> null;
    };
  }
}
