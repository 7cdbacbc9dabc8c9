package dev.sooth.agent.bootstrap;

/**
 * What call sites and dynamic constants stand for: a bootstrap method of the program makes it, in
 * the thread that comes first, and the JVM gives it to all. Which site it is for is not known in
 * there, so one hidden variable stands for all; it is read only when something has been linked that
 * the thread does not know of.
 */
public final class LinkHooks {
  private static final Object LINKS = new Object();

  private static volatile int count;

  private LinkHooks() {}

  /** At the end of a bootstrap method; what it returns is used from now on. */
  public static synchronized void linked() {
    JdkHooks.announce(LINKS, 0);
    count++;
  }

  /** Before and after a use; after it, because another thread may have linked it meanwhile. */
  public static void using() {
    int known = count;
    if (known > 0) {
      ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
      if (log != null && log.linksKnown != known) {
        log.linksKnown = known;
        JdkHooks.learn(LINKS, 0);
      }
    }
  }
}
