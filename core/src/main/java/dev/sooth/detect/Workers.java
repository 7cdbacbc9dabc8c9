package dev.sooth.detect;

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
public final class Workers {
  /** Does one piece; pieces of one worker never overlap in time. */
  @FunctionalInterface
  public interface Work {
    void run(int worker, int piece);
  }

  private static final int WAIT_MILLIS = 20;

  private static final ExecutorService HELPERS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "sooth-worker");
            thread.setDaemon(true);
            return thread;
          });

  private final int workers;
  private final Stop stop;
  private final Thread caller = Thread.currentThread();
  private volatile boolean stopped;

  /** So many workers, the calling thread included. */
  public Workers(int workers, Stop stop) {
    this.workers = workers;
    this.stop = stop;
  }

  /** How many threads work. */
  public int count() {
    return workers;
  }

  /** Whether to end now; to be asked between decisions. */
  public boolean isStopped() {
    if (Thread.currentThread() == caller && !stopped && stop.now()) {
      stopped = true;
    }
    return stopped;
  }

  /** Asks all workers to end. */
  public void stop() {
    stopped = true;
  }

  /**
   * Ends the work here if it was stopped, so that nothing looks at what was left undone.
   *
   * @throws CancellationException if it was
   */
  public void check() {
    if (isStopped()) {
      throw new CancellationException();
    }
  }

  /** Does the pieces 0 to {@code pieces - 1} and returns when all are done, or when stopped. */
  public void forEach(int pieces, Work work) {
    AtomicInteger next = new AtomicInteger();
    Future<?>[] others = new Future<?>[workers];
    Throwable failure = null;
    try {
      for (int w = 1; w < workers; w++) {
        int worker = w;
        others[w] = HELPERS.submit(() -> take(worker, next, pieces, work));
      }
      take(0, next, pieces, work);
    } catch (RuntimeException | Error e) {
      stopped = true;
      failure = e;
    }
    // The helpers end before the caller's state goes away.
    for (int w = 1; w < workers && others[w] != null; w++) {
      Throwable other = await(others[w]);
      failure = failure == null ? other : failure;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure; // a trace that is too large is so in whatever thread
    }
  }

  private void take(int worker, AtomicInteger next, int pieces, Work work) {
    int piece = next.getAndIncrement();
    while (piece < pieces && !isStopped()) {
      work.run(worker, piece);
      piece = next.getAndIncrement();
    }
  }

  /** Waits until a helper has ended; returns why it failed, or null. */
  private Throwable await(Future<?> other) {
    Throwable failure = null;
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        other.get(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        ended = true;
      } catch (TimeoutException e) {
        isStopped();
      } catch (InterruptedException e) {
        interrupted = true;
        stopped = true;
      } catch (ExecutionException e) {
        stopped = true;
        failure = e.getCause();
        ended = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }
}
