package dev.sooth.agent.bootstrap;

import java.util.concurrent.ThreadPoolExecutor;

/** What method references such as {@code pool::getActiveCount} refer to instead. */
public final class PoolReferences {
  private PoolReferences() {}

  public static int getPoolSize(ThreadPoolExecutor pool) {
    int result = pool.getPoolSize();
    ThreadHooks.afterAll();
    return result;
  }

  public static int getActiveCount(ThreadPoolExecutor pool) {
    int result = pool.getActiveCount();
    ThreadHooks.afterAll();
    return result;
  }

  public static int getLargestPoolSize(ThreadPoolExecutor pool) {
    int result = pool.getLargestPoolSize();
    ThreadHooks.afterAll();
    return result;
  }

  public static long getTaskCount(ThreadPoolExecutor pool) {
    long result = pool.getTaskCount();
    ThreadHooks.afterAll();
    return result;
  }

  public static long getCompletedTaskCount(ThreadPoolExecutor pool) {
    long result = pool.getCompletedTaskCount();
    ThreadHooks.afterAll();
    return result;
  }
}
