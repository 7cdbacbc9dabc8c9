import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/**
 * Correctly synchronised, with a StackOverflowError in the middle of what the argument names; with
 * "racy" as second argument a plain field is then written without order.
 */
public class Overflow {
  static int depth;
  static int plain;
  static int shared;
  static volatile int flag;
  static final Object monitor = new Object();
  static final ReentrantLock lock = new ReentrantLock();
  static final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
  static final AtomicInteger atomic = new AtomicInteger();
  static final int[] cells = new int[8];
  static final Semaphore semaphore = new Semaphore(1_000_000);
  // A LinkedBlockingQueue would keep its lock when the stack overflows in it, with or without us.
  static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
  static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
  static final List<Thread> started = Collections.synchronizedList(new ArrayList<>());
  static int forked; // written by main before each start, read by the threads

  static void fields() { depth++; plain = depth; fields(); }
  static void volatiles() { flag++; plain = flag; volatiles(); }
  static void arrays() { cells[depth & 7]++; depth++; arrays(); }
  static void atomics() { atomic.incrementAndGet(); plain++; atomics(); }
  static void monitors() { synchronized (monitor) { plain++; monitors(); } }
  static synchronized void methods() { plain++; methods(); }
  static void deepMonitors(int n) { synchronized (new Object()) { plain++; } synchronized (monitor) { shared++; } deepMonitors(n + 1); }
  static void locks() { lock.lock(); try { plain++; locks(); } finally { lock.unlock(); } }
  static void shortLocks() { lock.lock(); try { shared++; } finally { lock.unlock(); } shortLocks(); }
  static void readWriteLocks() { readWrite.writeLock().lock(); try { shared++; } finally { readWrite.writeLock().unlock(); } readWriteLocks(); }
  static void permits() { semaphore.tryAcquire(); plain++; semaphore.release(); permits(); }
  static void queues() { queue.offer(plain++); queue.poll(); queues(); }
  static void maps() { map.merge(plain++ & 63, 1, Integer::sum); maps(); }
  static void waits() { synchronized (monitor) { monitor.notifyAll(); try { monitor.wait(0, 1); } catch (InterruptedException e) { throw new IllegalStateException(e); } shared++; } waits(); }

  static void forks() {
    if (depth++ % 700 == 0) {
      forked = depth;
      Thread t = new Thread(() -> { if (forked < 0) System.out.println("never"); });
      t.start();
      try { t.join(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
    }
    forks();
  }

  /** Linked before the stack is short. */
  static final Runnable INCREMENT = () -> { synchronized (monitor) { shared++; } };

  /** Starts a thread at every level near the end of the stack. */
  static void startsAtEnd(int left) {
    try {
      startsAtEnd(left);
    } catch (StackOverflowError e) {
      Thread t = new Thread(INCREMENT, "late");
      forked++;
      t.start();
      started.add(t);
      if (started.size() > 20) return;
      throw e;
    }
  }

  static void overflow(String what) {
    switch (what) {
      case "fields" -> fields();
      case "volatiles" -> volatiles();
      case "arrays" -> arrays();
      case "atomics" -> atomics();
      case "monitors" -> monitors();
      case "methods" -> methods();
      case "deepMonitors" -> deepMonitors(0);
      case "locks" -> locks();
      case "shortLocks" -> shortLocks();
      case "readWriteLocks" -> readWriteLocks();
      case "permits" -> permits();
      case "queues" -> queues();
      case "maps" -> maps();
      case "waits" -> waits();
      case "forks" -> forks();
      case "startsAtEnd" -> { startsAtEnd(0); throw new StackOverflowError(); }
      default -> throw new IllegalArgumentException(what);
    }
  }

  /** The JVM may throw now what it has kept back while a lock was taken on the reserved stack. */
  static boolean released() {
    try {
      ReentrantLock other = new ReentrantLock();
      other.lock();
      other.unlock();
      while (lock.isHeldByCurrentThread()) lock.unlock();
      while (readWrite.isWriteLockedByCurrentThread()) readWrite.writeLock().unlock();
      return true;
    } catch (StackOverflowError e) {
      return false;
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; i++) {
      Thread deep = new Thread(null, () -> {
        try { overflow(args[0]); } catch (StackOverflowError e) { plain++; }
        while (!released()) { }
        synchronized (monitor) { shared++; }
        lock.lock(); try { depth++; } finally { lock.unlock(); }
      }, "deep", 256 << 10);
      deep.start();
      deep.join();
      for (Thread t : started) t.join();
      // All this is ordered by forks, joins, monitors and locks that come after the overflow.
      plain++;
      depth++;
      Thread a = new Thread(() -> { synchronized (monitor) { shared++; } lock.lock(); try { plain++; } finally { lock.unlock(); } });
      Thread b = new Thread(() -> { synchronized (monitor) { shared++; } lock.lock(); try { plain++; } finally { lock.unlock(); } });
      a.start();
      b.start();
      if (args.length > 1) cells[0]++;
      if (args.length > 1) { Thread c = new Thread(() -> cells[0]++); c.start(); cells[0]++; c.join(); }
      a.join();
      b.join();
      plain++;
      shared++;
      cells[0]++;
      started.clear();
      depth = 0;
    }
    System.out.println("done " + (plain > 0));
  }
}
