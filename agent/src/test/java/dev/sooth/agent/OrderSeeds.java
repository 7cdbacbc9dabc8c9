package dev.sooth.agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What OrderGenerator cannot find out by itself: thread-safe classes, arguments, exceptions. */
final class OrderSeeds {
  /**
   * A class of the JDK that hands objects over.
   *
   * @param name how it is called in lists
   * @param type the class whose public methods are taken
   * @param make an expression that makes one
   * @param isStatic whether the static methods are meant
   * @param methods the names of methods to take
   * @param gives more statements that give {@code box}; with ! before it the JDK hands it to
   *     another thread by itself, with "Type: " before it the box is of this type
   * @param gets more expressions whose result may be the box
   */
  record Seed(
      String name,
      String type,
      String make,
      boolean isStatic,
      Pattern methods,
      List<String> gives,
      List<String> gets) {
    Seed only(String names) {
      return new Seed(name, type, make, isStatic, Pattern.compile(names), gives, gets);
    }

    Seed named(String other) {
      return new Seed(other, type, make, isStatic, methods, gives, gets);
    }

    Seed give(String... statements) {
      return new Seed(name, type, make, isStatic, methods, List.of(statements), gets);
    }

    Seed get(String... expressions) {
      return new Seed(name, type, make, isStatic, methods, gives, List.of(expressions));
    }
  }

  private static final Pattern ANY = Pattern.compile(".*");
  private static final String NONE = "-";

  static Seed made(String type, String make) {
    return new Seed(type, type, make, false, ANY, List.of(), List.of());
  }

  private static Seed made(String type) {
    return made(type, "new " + type + "()");
  }

  private static Seed statics(String type, String methods) {
    return new Seed(type, type, "null", true, Pattern.compile(methods), List.of(), List.of());
  }

  /** A collection that a method of java.util.Collections makes. */
  private static Seed collections(String type, String call) {
    return made("java.util." + type, "java.util.Collections." + call)
        .named("java.util.Collections." + call.replaceAll("\\(.*", ""));
  }

  /** A pool that a method of Executors makes. */
  private static Seed executor(String type, String call) {
    return made("java.util.concurrent." + type, "java.util.concurrent.Executors." + call)
        .named("java.util.concurrent.Executors." + call.replaceAll("\\(.*", ""));
  }

  /** One whose state, not an object, tells the getter that the giver has been there. */
  private static Seed state(String type, String make, List<String> gives, String... conditions) {
    String[] gets = new String[conditions.length];
    for (int i = 0; i < gets.length; i++) {
      gets[i] = conditions[i] + " ? look.box() : null";
    }
    return made(type, make)
        .named(type + " (state)")
        .only(NONE)
        .give(gives.toArray(new String[0]))
        .get(gets);
  }

  /** A class that orders nothing: if this race is not reported, the harness makes the order. */
  static final String CONTROL = "(control) java.util.logging.LogRecord";

  static final List<Seed> ALL =
      List.of(
          made(
                  "java.util.logging.LogRecord",
                  "new java.util.logging.LogRecord(java.util.logging.Level.INFO, \"m\")")
              .named(CONTROL)
              .only("[sg]etThrown"),
          // java.util
          made("java.util.Vector"),
          made("java.util.Stack"),
          made("java.util.Hashtable"),
          made("java.util.Properties"),
          made("java.util.Properties", "System.getProperties()")
              .named("java.lang.System.getProperties")
              .only("put|get|getOrDefault|putIfAbsent|remove|replace|compute|merge"),
          collections("Collection", "synchronizedCollection(new java.util.ArrayList())"),
          collections("List", "synchronizedList(new java.util.ArrayList())"),
          collections("List", "synchronizedList(new java.util.LinkedList())")
              .named("java.util.Collections.synchronizedList (linked)"),
          collections("Set", "synchronizedSet(new java.util.HashSet())"),
          collections("SortedSet", "synchronizedSortedSet(new java.util.TreeSet())"),
          collections("NavigableSet", "synchronizedNavigableSet(new java.util.TreeSet())"),
          collections("Map", "synchronizedMap(new java.util.HashMap())"),
          collections("SortedMap", "synchronizedSortedMap(new java.util.TreeMap())"),
          collections("NavigableMap", "synchronizedNavigableMap(new java.util.TreeMap())"),
          collections("Set", "newSetFromMap(new java.util.concurrent.ConcurrentHashMap())"),
          collections("Queue", "asLifoQueue(new java.util.concurrent.LinkedBlockingDeque())"),
          collections(
              "Collection",
              "checkedCollection(new java.util.concurrent.ConcurrentLinkedQueue(),"
                  + " Object.class)"),
          made("java.util.Timer", "new java.util.Timer(true)"),
          made("java.util.Observable", "new Publication.OpenObservable()")
              .only("addObserver")
              .get("((Publication.OpenObservable) r).tell()"),
          // java.util.concurrent: these have no constructor that would do
          made("java.util.concurrent.ForkJoinPool", "new java.util.concurrent.ForkJoinPool(2)"),
          made("java.util.concurrent.FutureTask", "new Publication.OpenTask()")
              .give("((Publication.OpenTask) r).give(box)"),
          made("java.util.concurrent.RecursiveTask", "new Publication.Recursive()"),
          made("java.util.concurrent.ThreadPoolExecutor", "Publication.busyPool()")
              .named("java.util.concurrent.ThreadPoolExecutor (busy)"),
          made("java.util.concurrent.SubmissionPublisher")
              .give(
                  "!r.subscribe(new Publication.Sub(look)); r.submit(box)",
                  "!r.subscribe(new Publication.Sub(look)); r.offer(box, null)",
                  "!r.consume(p -> look.at(p)); r.submit(box)"),
          made(
                  "java.util.concurrent.ConcurrentHashMap$KeySetView",
                  "java.util.concurrent.ConcurrentHashMap.newKeySet()")
              .named("java.util.concurrent.ConcurrentHashMap.newKeySet"),
          executor("ExecutorService", "newSingleThreadExecutor()"),
          executor("ExecutorService", "newCachedThreadPool()"),
          executor("ExecutorService", "newFixedThreadPool(2)"),
          executor("ExecutorService", "newWorkStealingPool(2)"),
          executor("ScheduledExecutorService", "newSingleThreadScheduledExecutor()"),
          executor("ScheduledExecutorService", "newScheduledThreadPool(2)"),
          made("java.util.concurrent.ExecutorService", "Publication.virtualThreads()")
              .named("java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor"),
          // java.lang
          made("java.lang.Thread")
              .only("[sg]etUncaughtExceptionHandler|[sg]etContextClassLoader")
              .give("!Publication.started(r, () -> look.at(box))"),
          statics("java.lang.Thread", ".*DefaultUncaughtExceptionHandler")
              .named("java.lang.Thread (static)"),
          made("java.lang.Throwable").only("addSuppressed|getSuppressed|initCause|getCause"),
          made("java.lang.ref.ReferenceQueue")
              .give("new Publication.Ref(box, r).enqueue()")
              .get("r.remove(20)"),
          made(
                  "java.lang.invoke.VolatileCallSite",
                  "new java.lang.invoke.VolatileCallSite(Publication.constant(null))")
              .only(NONE)
              .give("r.setTarget(Publication.constant(box))")
              .get("(Object) r.getTarget().invoke()", "(Object) r.dynamicInvoker().invoke()"),
          state(
              "java.lang.StringBuffer",
              "new StringBuffer()",
              List.of("r.append(1)", "r.insert(0, \"a\")", "r.setLength(1)"),
              "r.length() > 0",
              "!r.toString().isEmpty()",
              "r.indexOf(\"\", 1) > 0"),
          // java.io
          state(
              "java.io.ByteArrayOutputStream",
              "new java.io.ByteArrayOutputStream()",
              List.of("r.write(1)", "r.writeBytes(new byte[1])"),
              "r.size() > 0",
              "r.toByteArray().length > 0",
              "!r.toString().isEmpty()"),
          state(
              "java.io.ByteArrayInputStream",
              "new java.io.ByteArrayInputStream(new byte[9])",
              List.of("r.read()", "r.skip(1)"),
              "r.available() < 9"),
          state(
              "java.io.CharArrayWriter",
              "new java.io.CharArrayWriter()",
              List.of("r.write(1)", "r.append('a')"),
              "r.toCharArray().length > 0",
              "!r.toString().isEmpty()"),
          state(
              "java.io.StringWriter",
              "new java.io.StringWriter()",
              List.of("r.write(1)", "r.append('a')"),
              "!r.toString().isEmpty()",
              "r.getBuffer().length() > 0"),
          state(
              "java.io.PipedInputStream",
              "new java.io.PipedInputStream(9)",
              List.of("new java.io.PipedOutputStream(r).write(1)"),
              "r.available() > 0"),
          state(
              "java.io.PipedReader",
              "new java.io.PipedReader(9)",
              List.of("new java.io.PipedWriter(r).write(1)"),
              "r.ready()",
              "r.read() == 1"),
          state(
              "java.io.BufferedReader",
              "new java.io.BufferedReader(new java.io.StringReader(Publication.LETTERS))",
              List.of("r.read()", "r.skip(1)"),
              "r.read() != look.count()"),
          state(
              "java.io.StringReader",
              "new java.io.StringReader(Publication.LETTERS)",
              List.of("r.read()", "r.skip(1)"),
              "r.read() != look.count()"),
          state(
              "java.io.BufferedInputStream",
              "new java.io.BufferedInputStream(new java.io.ByteArrayInputStream(new byte[9]))",
              List.of("r.read()", "r.skip(1)"),
              "r.available() < 9"),
          // synchronisers without objects
          state(
              "java.util.concurrent.CountDownLatch",
              "new java.util.concurrent.CountDownLatch(1)",
              List.of("r.countDown()"),
              "r.getCount() == 0",
              "r.await(20L, java.util.concurrent.TimeUnit.MILLISECONDS)"),
          state(
              "java.util.concurrent.Semaphore",
              "new java.util.concurrent.Semaphore(0)",
              List.of("r.release()", "r.release(2)"),
              "r.tryAcquire()",
              "r.availablePermits() > 0",
              "r.drainPermits() > 0",
              "r.tryAcquire(20L, java.util.concurrent.TimeUnit.MILLISECONDS)"),
          state(
              "java.util.concurrent.Phaser",
              "new java.util.concurrent.Phaser(1)",
              List.of("r.arrive()", "r.arriveAndDeregister()", "r.arriveAndAwaitAdvance()"),
              "r.getPhase() != 0",
              "r.awaitAdvance(0) != 0",
              "r.awaitAdvanceInterruptibly(0, 20L, java.util.concurrent.TimeUnit.MILLISECONDS) !="
                  + " 0"),
          state(
              "java.util.concurrent.CyclicBarrier",
              "new java.util.concurrent.CyclicBarrier(2)",
              List.of("r.await(100L, java.util.concurrent.TimeUnit.MILLISECONDS)"),
              "r.await(100L, java.util.concurrent.TimeUnit.MILLISECONDS) >= 0"),
          state(
              "java.util.concurrent.locks.ReentrantLock",
              "new java.util.concurrent.locks.ReentrantLock()",
              List.of("r.lock()", "r.tryLock()"),
              "r.isLocked()",
              "!r.tryLock()",
              "!r.tryLock(1L, java.util.concurrent.TimeUnit.MILLISECONDS)"),
          state(
              "java.util.concurrent.locks.ReentrantReadWriteLock",
              "new java.util.concurrent.locks.ReentrantReadWriteLock()",
              List.of("r.writeLock().lock()", "r.readLock().lock()"),
              "r.isWriteLocked()",
              "r.getReadLockCount() > 0",
              "!r.writeLock().tryLock()"),
          state(
              "java.util.concurrent.locks.StampedLock",
              "new java.util.concurrent.locks.StampedLock()",
              List.of("r.writeLock()", "r.readLock()"),
              "r.isWriteLocked()",
              "r.isReadLocked()",
              "Publication.fails(r)"),
          state(
              "java.util.concurrent.atomic.AtomicInteger",
              "new java.util.concurrent.atomic.AtomicInteger()",
              List.of(
                  "r.set(1)",
                  "r.incrementAndGet()",
                  "r.lazySet(1)",
                  "r.accumulateAndGet(1, Integer::sum)"),
              "r.get() != 0",
              "r.compareAndSet(1, 2)",
              "r.getAcquire() != 0",
              "r.intValue() != 0"),
          state(
              "java.util.concurrent.atomic.AtomicBoolean",
              "new java.util.concurrent.atomic.AtomicBoolean()",
              List.of("r.set(true)", "r.getAndSet(true)", "r.setRelease(true)"),
              "r.get()",
              "r.compareAndSet(true, false)"),
          state(
              "java.util.concurrent.FutureTask",
              "new Publication.OpenTask()",
              List.of("r.run()", "r.cancel(false)", "r.cancel(true)"),
              "r.isDone()",
              "r.isCancelled()"),
          state(
              "java.util.concurrent.CompletableFuture",
              "new java.util.concurrent.CompletableFuture()",
              List.of(
                  "r.complete(null)",
                  "r.cancel(true)",
                  "r.completeExceptionally(new" + " RuntimeException())"),
              "r.isDone()",
              "r.isCompletedExceptionally()",
              "r.handle((a, b) -> 1).isDone()"),
          state(
              "java.util.concurrent.ThreadPoolExecutor",
              "new java.util.concurrent.ThreadPoolExecutor(1, 1, 1L,"
                  + " java.util.concurrent.TimeUnit.SECONDS, new"
                  + " java.util.concurrent.LinkedBlockingQueue())",
              List.of("r.shutdown()", "r.shutdownNow()", "r.execute(() -> {})"),
              "r.isShutdown()",
              "r.isTerminated()",
              "r.awaitTermination(20L, java.util.concurrent.TimeUnit.MILLISECONDS)",
              "r.getPoolSize() > 0",
              "r.getTaskCount() > 0",
              "r.getCompletedTaskCount() > 0"),
          state(
              "java.lang.Thread",
              "Publication.sleeper()",
              List.of("r.interrupt()"),
              "r.isInterrupted()",
              "!r.isAlive()",
              "r.getState() == Thread.State.TERMINATED",
              "Publication.joined(r)"),
          // java.util.logging
          made("java.util.logging.Logger", "java.util.logging.Logger.getAnonymousLogger()")
              .only("setFilter|getFilter|addHandler|getHandlers|info|isLoggable|warning|log"),
          made("java.util.logging.Handler", "new Publication.Collector()")
              .only("[sg]et(Formatter|Filter|ErrorManager)|isLoggable"),
          made("java.util.logging.StreamHandler")
              .only("[sg]et(Formatter|Filter|ErrorManager)|isLoggable"),
          made(
                  "java.util.logging.MemoryHandler",
                  "new java.util.logging.MemoryHandler(new Publication.Collector(), 3,"
                      + " java.util.logging.Level.OFF)")
              .only("[sg]et(Formatter|Filter|ErrorManager)|isLoggable"),
          // java.beans
          made(
              "java.beans.PropertyChangeSupport",
              "new java.beans.PropertyChangeSupport(Publication.KEY)"),
          made(
              "java.beans.VetoableChangeSupport",
              "new java.beans.VetoableChangeSupport(Publication.KEY)"),
          made("java.beans.PropertyEditorSupport").only("(add|remove|fire).*"),
          made("java.beans.beancontext.BeanContextSupport")
              .only(
                  "add|contains|toArray|addPropertyChangeListener|addBeanContextMembershipListener"),
          made("javax.swing.event.EventListenerList")
              .only(NONE)
              .give("Publication.ListenerBox: r.add(java.util.EventListener.class, box)")
              .get("r.getListeners(java.util.EventListener.class)", "r.getListenerList()"),
          // java.sql
          statics("java.sql.DriverManager", "registerDriver|getDrivers|drivers|[sg]etLogWriter"),
          made("java.sql.SQLException").only("[sg]etNextException|iterator|forEach"),
          // java.management
          made("javax.management.NotificationBroadcasterSupport"),
          made("javax.management.modelmbean.DescriptorSupport")
              .only("setField|getFieldValue|getFieldValues"),
          made("javax.management.timer.Timer")
              .only("addNotification|getNotificationUserData")
              .give("r.addNotification(\"t\", \"m\", box, new java.util.Date(Long.MAX_VALUE / 2))")
              .get("r.getNotificationUserData(1)"),
          made(
                  "javax.management.MBeanServer",
                  "javax.management.MBeanServerFactory.newMBeanServer()")
              .only(NONE)
              .give(
                  "Publication.BeanBox: r.registerMBean(box, new"
                      + " javax.management.ObjectName(\"a:b=c\"))")
              .get(
                  "r.getAttribute(new javax.management.ObjectName(\"a:b=c\"), \"x\")",
                  "r.getMBeanInfo(new javax.management.ObjectName(\"a:b=c\"))"),
          // java.prefs
          made("java.util.prefs.AbstractPreferences", "new Publication.Settings()")
              .only("put")
              .give("!r.addPreferenceChangeListener(e -> look.at(box)); r.put(\"a\", \"b\")"),
          // java.net
          statics("java.net.CookieHandler", "[sg]etDefault"),
          statics("java.net.ProxySelector", "[sg]etDefault"),
          statics("java.net.ResponseCache", "[sg]etDefault"),
          statics("java.net.Authenticator", "[sg]etDefault"),
          statics("java.net.URLConnection", "[sg]etFileNameMap"),
          // java.nio.channels
          made("java.nio.channels.SelectionKey", "Publication.key()").only("attach|attachment"),
          made("java.nio.channels.Selector", "java.nio.channels.Selector.open()")
              .only("keys")
              .give("Publication.source().register(r, 1, box)")
              .get("Publication.attachments(r)"),
          made("java.nio.channels.AsynchronousFileChannel", "Publication.file()").only("read"),
          // java.security
          statics("java.security.Security", "getProviders|getProvider")
              .give("Publication.ProviderBox: java.security.Security.addProvider(box)"),
          made("java.security.Provider", "new Publication.ProviderBox(null)")
              .only(
                  "put|get|getOrDefault|putIfAbsent|remove|replace|compute|merge|values|entrySet"));

  /** Classes that look as if they belonged into the list above, and why they do not. */
  static final Map<String, String> LEFT_OUT =
      Map.of(
          "java.lang.ClassValue",
          "get reads the cache with no lock; that final fields hold the value makes it safe",
          "java.lang.invoke.SwitchPoint",
          "hasBeenInvalidated is a plain read",
          "java.lang.invoke.MutableCallSite",
          "a plain field",
          "java.lang.System.setProperties",
          "a plain field",
          "java.lang.System.setOut",
          "a plain field",
          "java.util.logging.LogRecord",
          "not thread-safe by its documentation");

  /** Classes that only compile with --enable-preview. */
  static final Set<String> PREVIEW = Set.of("java.util.concurrent.StructuredTaskScope");

  /** Types of parameters that no class of the program need have. */
  static final Set<String> NO_BOX =
      Set.of(
          "java.lang.Thread",
          "java.lang.CharSequence",
          "java.io.InputStream",
          "java.io.Reader",
          "java.io.OutputStream",
          "java.io.Writer",
          "java.util.concurrent.Executor",
          "java.util.concurrent.Delayed",
          "java.util.concurrent.locks.Lock",
          "java.nio.file.Path");

  /** Arguments, by the type of the parameter. */
  static final Map<String, String> FILLERS = fillers();

  private static Map<String, String> fillers() {
    Map<String, String> result = new LinkedHashMap<>();
    result.put("int", "0");
    result.put("long", "3L");
    result.put("short", "(short) 0");
    result.put("byte", "(byte) 0");
    result.put("char", "'a'");
    result.put("boolean", "false");
    result.put("float", "0.5f");
    result.put("double", "0.5");
    result.put("java.lang.Object", "Publication.KEY");
    result.put("java.lang.Comparable", "Publication.KEY");
    result.put("java.lang.String", "\"key\"");
    result.put("java.lang.CharSequence", "\"key\"");
    result.put("java.lang.Class", "Object.class");
    result.put("[Ljava.lang.Object;", "new Object[4]");
    result.put("java.lang.Throwable", "new Exception(\"filler\")");
    result.put("java.util.Collection", "new java.util.ArrayList()");
    result.put("java.util.List", "new java.util.ArrayList()");
    result.put("java.util.Map", "new java.util.HashMap()");
    result.put("java.util.Date", "new java.util.Date()");
    result.put("java.util.concurrent.TimeUnit", "java.util.concurrent.TimeUnit.MILLISECONDS");
    result.put("java.time.Duration", "java.time.Duration.ofMillis(3)");
    result.put("java.util.concurrent.Executor", "new Publication.OwnThread()");
    result.put(
        "java.util.concurrent.BlockingQueue", "new java.util.concurrent.LinkedBlockingQueue()");
    result.put("java.util.concurrent.CompletionStage", "Publication.completed()");
    result.put("java.util.concurrent.Callable", "() -> Publication.KEY");
    result.put("java.util.logging.Level", "java.util.logging.Level.SEVERE");
    result.put(
        "java.util.logging.LogRecord",
        "new java.util.logging.LogRecord(java.util.logging.Level.SEVERE, \"m\")");
    result.put(
        "java.beans.PropertyChangeEvent",
        "new java.beans.PropertyChangeEvent(Publication.KEY, \"key\", 1, 2)");
    result.put(
        "javax.management.Notification", "new javax.management.Notification(\"t\", \"s\", 1)");
    result.put("javax.management.NotificationFilter", "null");
    result.put("java.nio.ByteBuffer", "java.nio.ByteBuffer.allocate(1)");
    return result;
  }

  /** Patterns of calls that order nothing, or need not, and the reasons; the first counts. */
  private static final Map<Pattern, String> NOT_ORDERED = notOrdered();

  private static Map<Pattern, String> notOrdered() {
    Map<Pattern, String> result = new LinkedHashMap<>();
    result.put(
        Pattern.compile(".*\\.atomic\\..*(Plain|Opaque|weakCompareAndSet\\().*"),
        "plain or opaque access by its documentation");
    result.put(
        Pattern.compile("get:.*\\.atomic\\.\\w+\\.\\w+Release\\(.*"), "reads with no acquire");
    result.put(
        Pattern.compile("give:.*\\.atomic\\.\\w+\\.\\w+Acquire\\(.*"), "writes with no release");
    result.put(
        Pattern.compile(
            ".*Collections\\.synchronized\\w+( \\(linked\\))?\\."
                + "(iterator|listIterator|spliterator|stream|parallelStream|"
                + "descendingIterator)\\(.*"),
        "the user must lock, by its documentation");
    result.put(
        Pattern.compile(
            ".*Collections\\.synchronized((Sorted|Navigable)Set\\.(get|remove)(First|Last)"
                + "|SortedMap\\.(first|last|pollFirst|pollLast)Entry)\\(.*"),
        "of JDK 21: inherited from SequencedCollection or SequencedMap, which iterate with no lock");
    result.put(
        Pattern.compile("get:java\\.util\\.Hashtable\\.(elements|keys)\\(.*"),
        "the enumeration reads the table with no lock");
    result.put(
        Pattern.compile("java\\.util\\.concurrent\\.RecursiveTask\\.[sg]etRawResult.*"),
        "a plain field");
    if (Runtime.version().feature() < 25) {
      result.put(
          Pattern.compile("java\\.lang\\.Thread\\.[sg]etContextClassLoader\\(.*"),
          "a plain field in older JDKs");
    }
    return result;
  }

  /**
   * Givers that return when the object that they hand over has been called, and getters that are
   * taken to come after all that has been: no race follows.
   */
  static final Pattern WAITING =
      Pattern.compile(
          "java\\.util\\.concurrent\\.ForkJoinPool: invoke\\(.*called\\)"
              + "|java\\.util\\.concurrent\\.ThreadPoolExecutor .*(Count|getQueue)\\(\\).*");

  /** Why a call is not tested, or null. */
  static String notOrdered(String call) {
    for (Map.Entry<Pattern, String> entry : NOT_ORDERED.entrySet()) {
      if (entry.getKey().matcher(call).matches()) {
        return entry.getValue();
      }
    }
    return null;
  }

  private OrderSeeds() {}
}
