package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.ReservedStackAccess;

/** What instrumented code calls where a class is initialised, and where it may be used first. */
public final class ClassHooks {
  private static final Object FAILED_CLASSES = new Object();

  /** Volatile, so that who sees a class whose initialiser has failed sees this, too. */
  private static volatile boolean anyFailedClass;

  private ClassHooks() {}

  /** At the start of a static initialiser. */
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
  public static void initialisationFailed(int site) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, FAILED_CLASSES, Op.PART_CLASS));
      anyFailedClass = true;
    }
  }

  /** Where an error is caught that may tell that the initialiser of a class has failed. */
  public static void linkageCaught(int site) {
    if (anyFailedClass) {
      ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
      if (log != null) {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, FAILED_CLASSES, Op.PART_CLASS));
      }
    }
  }

  /** A class is known to be initialised: the JDK was asked to see to it. */
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
      using(classIndex, 0);
    }
  }

  /** Where a thread may be the first time that it uses a class. */
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
