package dev.sooth.agent.bootstrap;

/**
 * What method references such as {@code thread::isAlive} refer to instead: they have no call site.
 */
public final class ThreadReferences {
  private ThreadReferences() {}

  public static boolean isAlive(Thread thread) {
    return ThreadHooks.isAlive(thread, 0);
  }

  public static Thread.State getState(Thread thread) {
    return ThreadHooks.getState(thread, 0);
  }

  public static void sleep(long millis) throws InterruptedException {
    ThreadHooks.sleep(millis, 0);
  }
}
