package dev.sooth.agent.bootstrap;

/** Marks the current thread as working for the agent: nothing that it does now is recorded. */
public final class AgentGuard {
  private AgentGuard() {}

  /** Enters; give the result to {@link #exit}. */
  public static boolean enter() {
    if (!Hooks.on) {
      return false;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return false;
    }
    log.busy = true;
    return true;
  }

  /** Leaves. */
  public static void exit(boolean entered) {
    if (entered) {
      ThreadLog log = ThreadLogs.inAccess();
      if (log != null) {
        log.busy = false;
      }
    }
  }

  /** The JVM loads a class; true if that happens in the middle of an access of this thread. */
  public static boolean startLinking() {
    return Hooks.on && ThreadLogs.startLinking();
  }

  /** Undoes {@link #startLinking}, given its result. */
  public static void endLinking(boolean started) {
    if (started) {
      ThreadLogs.endLinking();
    }
  }
}
