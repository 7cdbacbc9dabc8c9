package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.DontInline;

/**
 * What classes of the JDK call that are recorded on demand. Their plain accesses count only in
 * methods that recorded code called: other code of the JDK may hold locks that we do not see.
 */
public final class RecordedJdkHooks {
  private RecordedJdkHooks() {}

  /** Recorded code calls a method of the JDK. */
  @DontInline
  public static void calling(int call) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.calledJdk = call;
    }
  }

  /** A recorded method of the JDK calls another one: that counts if it counts itself. */
  @DontInline
  public static void callingWithin(int call) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.calledJdk = log.inCalledJdk ? call : 0;
    }
  }

  /** A recorded method of the JDK begins: its accesses count if it is the one that was called. */
  @DontInline
  public static void entered(int call) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.jdkEntered(call);
    }
  }

  /** A recorded method of the JDK ends. */
  @DontInline
  public static void left() {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.jdkLeft();
    }
  }

  private static boolean counts() {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    return log != null && log.inCalledJdk;
  }

  @DontInline
  public static ThreadLog beforeField(Object object, long access) {
    return counts() ? Hooks.beforeField(object, access) : null;
  }

  @DontInline
  public static ThreadLog beforeStatic(long access) {
    return counts() ? Hooks.beforeStatic(access) : null;
  }

  @DontInline
  public static ThreadLog beforeElement(Object array, int index, long access) {
    return counts() ? Hooks.beforeElement(array, index, access) : null;
  }

  @DontInline
  public static void beforeStore(Object array, int index, long access) {
    if (counts()) {
      Hooks.beforeStore(array, index, access);
    }
  }

  @DontInline
  public static void beforeReferenceStore(Object array, int index, long access) {
    if (counts()) {
      Hooks.beforeReferenceStore(array, index, access);
    }
  }
}
