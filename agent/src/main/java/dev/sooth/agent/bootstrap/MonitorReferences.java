package dev.sooth.agent.bootstrap;

/** What method references such as {@code lock::wait} refer to instead: they have no call site. */
public final class MonitorReferences {
  private MonitorReferences() {}

  public static void wait(Object monitor) throws InterruptedException {
    Hooks.waitOn(monitor, 0);
  }

  public static void wait(Object monitor, long millis) throws InterruptedException {
    Hooks.waitOn(monitor, millis, 0);
  }

  public static void wait(Object monitor, long millis, int nanos) throws InterruptedException {
    Hooks.waitOn(monitor, millis, nanos, 0);
  }

  public static void notify(Object monitor) {
    Hooks.notifying(monitor, 0);
    monitor.notify();
  }

  public static void notifyAll(Object monitor) {
    Hooks.notifying(monitor, 0);
    monitor.notifyAll();
  }
}
