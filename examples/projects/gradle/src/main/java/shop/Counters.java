package shop;

import java.util.concurrent.atomic.AtomicInteger;

/** Four ways to count; one of them loses updates. */
public final class Counters {
  private int hits;
  private int visits; // guarded by this
  private final AtomicInteger orders = new AtomicInteger();
  private volatile boolean closed;

  public void hit() {
    hits++;
  }

  public int hits() {
    return hits;
  }

  public synchronized void visit() {
    visits++;
  }

  public synchronized int visits() {
    return visits;
  }

  public void order() {
    orders.incrementAndGet();
  }

  public int orders() {
    return orders.get();
  }

  public void close() {
    closed = true;
  }

  public boolean isClosed() {
    return closed;
  }
}
