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
}
