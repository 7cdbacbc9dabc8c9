package dev.sooth.agent.instrument;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which classes of the JDK are observed: all but those named here, each with its reason. What is
 * left out is modelled, or makes no order between threads that a program could rely on, or is used
 * by the hooks themselves and would call them without end.
 */
final class ObservedClasses {
  /** Beginnings of names that are left out, and why; a name ends with a slash or is whole. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("java/lang/invoke/", "linkage; the hooks use it"),
          Map.entry("java/lang/reflect/", "caches of what the JVM knows of classes"),
          Map.entry("java/lang/module/", "made before the program starts"),
          Map.entry("java/lang/constant/", "no state"),
          Map.entry("java/lang/Class", "caches of what the JVM knows of classes"),
          Map.entry("java/lang/ClassValue", "modelled; the hooks use it"),
          Map.entry("java/lang/Module", "made by the JVM with its classes"),
          Map.entry("java/lang/ModuleLayer", "made by the JVM with its classes"),
          Map.entry("java/lang/Object", "the methods of monitors, seen where they are called"),
          Map.entry("java/lang/String", "immutable"),
          Map.entry("java/lang/StackTraceElement", "no state"),
          Map.entry("java/lang/StackFrameInfo", "no state"),
          Map.entry("java/lang/System", "made before the program starts"),
          Map.entry("java/lang/Shutdown", "the start of shutdown hooks is modelled"),
          Map.entry("java/lang/Runtime", "no state of the program's"),
          Map.entry("java/lang/ThreadLocal", "of one thread; the hooks use it"),
          Map.entry("java/lang/ThreadGroup", "modelled: starting a thread orders no others"),
          Map.entry("java/lang/VirtualThread", "modelled like threads"),
          Map.entry("java/lang/ThreadBuilders", "modelled like threads"),
          Map.entry("java/lang/ref/Reference", "modelled: garbage collection"),
          Map.entry("java/lang/ref/Finalizer", "modelled: garbage collection"),
          Map.entry("java/util/concurrent/locks/ReentrantLock", "modelled"),
          Map.entry("java/util/concurrent/locks/ReentrantReadWriteLock", "modelled"),
          Map.entry("java/util/concurrent/locks/LockSupport", "modelled"),
          Map.entry("java/util/concurrent/ForkJoinPool", "modelled"),
          Map.entry("java/util/concurrent/ForkJoinTask", "modelled"),
          Map.entry("java/util/concurrent/ForkJoinWorkerThread", "modelled"),
          Map.entry("java/util/concurrent/CountedCompleter", "modelled"),
          Map.entry("java/util/concurrent/ThreadLocalRandom", "of one thread"),
          Map.entry("java/util/concurrent/atomic/AtomicInteger", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicLong", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicBoolean", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicReference", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicIntegerArray", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicLongArray", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicReferenceArray", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicLongFieldUpdater", "modelled"),
          Map.entry("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "modelled"),
          Map.entry("jdk/internal/access/", "no state"),
          Map.entry("jdk/internal/event/", "no state of the program's"),
          Map.entry("jdk/internal/foreign/", "memory outside of the heap is not recorded"),
          Map.entry("jdk/internal/invoke/", "linkage; the hooks use it"),
          Map.entry("jdk/internal/jimage/", "reads the JDK's own classes"),
          Map.entry("jdk/internal/jrtfs/", "reads the JDK's own classes"),
          Map.entry("jdk/internal/loader/", "class loading is modelled"),
          Map.entry("jdk/internal/math/", "no state"),
          Map.entry("jdk/internal/module/", "made before the program starts"),
          Map.entry("jdk/internal/org/objectweb/", "no state"),
          Map.entry("jdk/internal/perf/", "no state of the program's"),
          Map.entry("jdk/internal/reflect/", "caches of what the JVM knows of classes"),
          Map.entry("jdk/internal/util/", "no state of the program's"),
          Map.entry("jdk/internal/vm/", "the JVM's own"),
          Map.entry("jdk/internal/misc/Unsafe", "seen where it is called"),
          Map.entry("jdk/internal/misc/ScopedMemoryAccess", "memory outside of the heap"),
          Map.entry("jdk/internal/misc/VM", "made before the program starts"),
          Map.entry("jdk/internal/misc/CarrierThread", "carries virtual threads"),
          Map.entry("jdk/internal/misc/InnocuousThread", "modelled like threads"),
          Map.entry("jdk/vm/ci/", "the JVM's own"),
          Map.entry("sun/instrument/", "the agent's own"),
          Map.entry("sun/invoke/", "linkage; the hooks use it"),
          Map.entry("sun/launcher/", "runs before the program"),
          Map.entry("sun/misc/Unsafe", "modelled"),
          Map.entry("sun/reflect/", "caches of what the JVM knows of classes"));

  /** Volatile fields that order nothing, or whose meaning is modelled. */
  private static final Set<String> FIELDS_LEFT_OUT =
      Set.of(
          "java/lang/ClassLoader.classLoaderValueMap",
          "java/lang/Thread.eetop",
          "java/lang/Thread.interrupted",
          "java/lang/Thread.threadStatus",
          "java/lang/Thread.parkBlocker",
          "java/lang/Thread.blocker",
          "java/lang/Thread.headStackableScopes");

  /** Methods whose monitors order nothing that a program could rely on. */
  private static final Set<String> MONITORS_LEFT_OUT =
      Set.of(
          "java/lang/Throwable.fillInStackTrace",
          "java/lang/Throwable.getOurStackTrace",
          "java/lang/NullPointerException.fillInStackTrace",
          "java/lang/NullPointerException.getMessage");

  /** The methods of these classes that change nothing under their monitor. */
  private static final Map<String, Set<String>> UNCHANGING =
      Map.of(
          "java/util/Vector",
          Set.of(
              "size",
              "capacity",
              "isEmpty",
              "contains",
              "indexOf",
              "lastIndexOf",
              "elementAt",
              "firstElement",
              "lastElement",
              "get",
              "copyInto",
              "toArray",
              "clone",
              "subList",
              "iterator",
              "listIterator"),
          "java/util/Stack",
          Set.of("peek", "search"),
          "java/util/Hashtable",
          Set.of(
              "size",
              "isEmpty",
              "keys",
              "elements",
              "contains",
              "containsKey",
              "containsValue",
              "get",
              "getOrDefault",
              "clone"),
          "java/lang/StringBuffer",
          Set.of("length", "capacity", "charAt", "codePointAt", "substring", "indexOf", "getChars"),
          "java/io/ByteArrayOutputStream",
          Set.of("size", "toByteArray", "writeTo"),
          "java/util/Collections$SynchronizedCollection",
          Set.of("size", "isEmpty", "contains"),
          "java/util/Collections$SynchronizedMap",
          Set.of("size", "isEmpty", "containsKey"));

  private ObservedClasses() {}

  /** Why a class of the JDK is not observed; null if it is. */
  static String reasonLeftOut(String name) {
    int dollar = name.indexOf('$');
    String outer = dollar < 0 ? name : name.substring(0, dollar);
    String reason = LEFT_OUT.get(outer);
    for (int slash = outer.indexOf('/'); reason == null && slash >= 0; ) {
      reason = LEFT_OUT.get(outer.substring(0, slash + 1));
      slash = outer.indexOf('/', slash + 1);
    }
    return reason;
  }

  /** Only some fields of a thread are observed: its monitors order threads that never meet. */
  static boolean observesMonitors(String owner, String method) {
    return !owner.equals("java/lang/Thread") && !MONITORS_LEFT_OUT.contains(owner + '.' + method);
  }

  static boolean observesField(String owner, String field) {
    return !FIELDS_LEFT_OUT.contains(owner + '.' + field);
  }

  /** Whether nothing is changed in this method under its monitor. */
  static boolean isUnchanging(String owner, String method) {
    Set<String> methods = UNCHANGING.get(owner);
    return methods != null && methods.contains(method);
  }

  /** What is left out and why, for the documentation and the summary. */
  static List<Map.Entry<String, String>> leftOut() {
    return List.copyOf(new TreeMap<>(LEFT_OUT).entrySet());
  }
}
