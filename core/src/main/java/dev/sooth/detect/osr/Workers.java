package dev.sooth.detect.osr;

import dev.sooth.detect.Stop;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A few threads that do numbered pieces of work, the calling thread being the first of them. Only
 * the calling thread asks {@link Stop}, which need not be thread-safe; the others see a flag.
 *
 * <p>Threads are kept for later runs, a minute at most: to start one takes as long as to decide a
 * thousand pairs.
 */
final class Workers {
  /** Does one piece; pieces of one worker never overlap in time. */
  interface Work {
    void run(int worker, int piece);
  }

  private static final int WAIT_MILLIS = 20;

  private static final ExecutorService HELPERS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "sooth-osr");
            thread.setDaemon(true);
            return thread;
          });

  private final int workers;
  private final Stop stop;
  private final Thread caller = Thread.currentThread();
  private volatile boolean stopped;

  Workers(int workers, Stop stop) {
    this.workers = workers;
    this.stop = stop;
  }

  /** How many threads work. */
  int count() {
    return workers;
  }

  /** Whether to end now; to be asked between decisions. */
  boolean isStopped() {
    if (Thread.currentThread() == caller && !stopped && stop.now()) {
      stopped = true;
    }
    return stopped;
  }

  /** Asks all workers to end. */
  void stop() {
    stopped = true;
  }

  /**
   * Ends the work here if it was stopped, so that nothing looks at what was left undone.
   *
   * @throws CancellationException if it was
   */
  void check() {
    if (isStopped()) {
      throw new CancellationException();
    }
  }

  /** Does the pieces 0 to {@code pieces - 1} and returns when all are done, or when stopped. */
  void forEach(int pieces, Work work) {
    AtomicInteger next = new AtomicInteger();
    Future<?>[] others = new Future<?>[workers];
    for (int w = 1; w < workers; w++) {
      int worker = w;
      others[w] = HELPERS.submit(() -> take(worker, next, pieces, work));
    }
    try {
      take(0, next, pieces, work);
    } catch (RuntimeException | Error e) {
      stopped = true; // let the helpers end before the caller's state goes away
      throw e;
    }
    for (int w = 1; w < workers; w++) {
      await(others[w]);
    }
  }

  private void take(int worker, AtomicInteger next, int pieces, Work work) {
    int piece = next.getAndIncrement();
    while (piece < pieces && !isStopped()) {
      work.run(worker, piece);
      piece = next.getAndIncrement();
    }
  }

  private void await(Future<?> other) {
    boolean interrupted = false;
    while (true) {
      try {
        other.get(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        break;
      } catch (TimeoutException e) {
        isStopped();
      } catch (InterruptedException e) {
        interrupted = true;
        stopped = true;
      } catch (ExecutionException e) {
        stopped = true;
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause; // a trace that is too large is so in whatever thread
        }
        throw new IllegalStateException("a worker failed", e.getCause());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
