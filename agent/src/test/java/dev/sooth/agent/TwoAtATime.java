package dev.sooth.agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DynamicTest;

/** Tests that each start a JVM, two at a time: a build has two cores. */
final class TwoAtATime implements AutoCloseable {
  /** The body of a test. */
  interface Body {
    void run() throws Exception;
  }

  private final ExecutorService pool =
      Executors.newFixedThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "two at a time");
            thread.setDaemon(true);
            return thread;
          });
  private final Map<String, Future<Boolean>> running = new LinkedHashMap<>();

  /** Starts a test. */
  void add(String name, Body body) {
    Callable<Boolean> task =
        () -> {
          body.run();
          return true;
        };
    if (running.put(name, pool.submit(task)) != null) {
      throw new IllegalArgumentException(name);
    }
  }

  /** One test for each of those added, which waits for it. */
  List<DynamicTest> tests() {
    return running.entrySet().stream()
        .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> await(entry.getValue())))
        .toList();
  }

  private static void await(Future<Boolean> future) throws Throwable {
    try {
      future.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
