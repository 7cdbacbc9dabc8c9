package dev.sooth.agent.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/** What instrumented code calls where a class is initialised, and where it may be used first. */
public final class ClassHooks {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final Object FAILED_CLASSES = new Object();

  /** Volatile, so that who sees a class whose initialiser has failed sees this, too. */
  private static volatile boolean anyFailedClass;

  private ClassHooks() {}

  /** At the start of a static initialiser. */
  @DontInline
  public static void initialising(int classIndex) {
    if (!Hooks.on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.firstUse(classIndex);
    }
  }

  /** At the end of a static initialiser. */
  @DontInline
  public static void initialised(int classIndex, int site) {
    if (!Hooks.on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.record(Op.HIDDEN_UPDATE, site, Op.syncKey(classIndex, 0, Op.PART_CLASS));
    }
  }

  /** A static initialiser ends with an exception. */
  @ReservedStackAccess
  @DontInline
  public static void initialisationFailed(int site) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, FAILED_CLASSES, Op.PART_CLASS));
      anyFailedClass = true;
    }
  }

  /** Where an error is caught that may tell that the initialiser of a class has failed. */
  @DontInline
  public static void linkageCaught(int site) {
    if (anyFailedClass) {
      ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
      if (log != null) {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, FAILED_CLASSES, Op.PART_CLASS));
      }
    }
  }

  /**
   * The JDK was asked to see to it that a class is initialised. It may have been asked only to load
   * it, and then the first use is yet to come.
   */
  @DontInline
  public static void initialisedByName(Class<?> type) {
    ThreadLog log =
        Hooks.on && type != null && type.getClassLoader() != null ? ThreadLogs.current() : null;
    if (log == null) {
      return;
    }
    for (Class<?> c = type; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
      int classIndex;
      log.busy = true;
      try {
        classIndex = LoadedClasses.classIndex(c);
      } finally {
        log.busy = false;
      }
      if (!log.hasUsed(classIndex) && !UNSAFE.shouldBeInitialized(c)) {
        using(classIndex, 0);
      }
    }
  }

  /** The constants of an enum were asked for by its class, if it is one: they are there. */
  @DontInline
  public static void constantsKnown(Object constants, Class<?> type) {
    if (constants != null) {
      initialisedByName(type);
    }
  }

  /** An object was made without a call of its constructor that could be seen, if not null. */
  @DontInline
  public static void made(Object object) {
    if (object != null && !object.getClass().isHidden()) {
      initialisedByName(object.getClass());
    }
  }

  /** Where a thread may be the first time that it uses a class. */
  @DontInline
  public static void using(int classIndex, int site) {
    if (!Hooks.on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null && log.firstUse(classIndex)) {
      log.record(Op.HIDDEN_READ, site, Op.syncKey(classIndex, 0, Op.PART_CLASS));
    }
  }

  /** The same, where the class's index is a guess; see {@link LoadedClasses}. */
  @DontInline
  public static void using(Class<?> named, int guess, int site) {
    if (!Hooks.on) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    int classIndex;
    log.busy = true;
    try {
      classIndex = LoadedClasses.classIndex(named, guess);
    } finally {
      log.busy = false;
    }
    using(classIndex, site);
  }
}
