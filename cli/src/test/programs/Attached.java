import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A server to which Sooth attaches: old threads that never leave their methods, and new ones that
 * start all the time. All that two new threads share is handed from one to the other by an old one,
 * in code that was running before. With the argument {@code racy} there is a race besides. It ends when
 * the file that the second argument names is there.
 */
public class Attached {
  static final int PAUSE = 50;
  static int hits;
  static final Object LOCK = new Object();
  static final ReentrantLock JDK_LOCK = new ReentrantLock();
  static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();
  static final ExecutorService POOL = Executors.newFixedThreadPool(2);
  static final BlockingQueue<Box> FROM_POOL = new LinkedBlockingQueue<>();
  static final BlockingQueue<Box> TO_RELAY = new ArrayBlockingQueue<>(10);
  static final BlockingQueue<Box> FROM_RELAY = new SynchronousQueue<>();
  static volatile boolean ended;
  static volatile int sum;

  static class Box {
    int value;
    volatile boolean given;
    boolean taken; // guarded by LOCK
    int handed;
    static final VarHandle HANDED;

    static {
      try {
        HANDED = MethodHandles.lookup().findVarHandle(Box.class, "handed", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    void hand() {
      HANDED.setRelease(this, 1);
    }

    boolean isHanded() {
      return (int) HANDED.getAcquire(this) != 0;
    }
  }

  static Box current; // guarded by LOCK
  static Box polled; // guarded by JDK_LOCK
  static volatile Thread toJoin;
  static volatile Box joined;

  public static void main(String[] arguments) throws Exception {
    boolean racy = arguments[0].equals("racy");
    Path end = Path.of(arguments[1]);
    long latest = System.nanoTime() + 300_000_000_000L; // whatever becomes of the test
    PrintStream standard = System.out;
    System.setOut(new PrintStream(PRINTED, true));
    start("monitor-relay", Attached::relayByMonitors);
    start("lock-relay", Attached::relayByLocks);
    start("queue-relay", Attached::relayByQueues);
    start("join-relay", Attached::relayByJoin);
    for (int i = 0; i < 2; i++) {
      POOL.execute(() -> {});
    }
    synchronized (LOCK) { // held for a while, also when Sooth attaches
      standard.println("up " + ProcessHandle.current().pid());
      LOCK.wait(1);
    }
    while (!Files.exists(end) && System.nanoTime() < latest) { // in the old code for ever
      round(racy);
      standard.println("round");
      Thread.sleep(PAUSE); // as many threads on a fast machine as on a slow one
    }
    ended = true;
    POOL.shutdown();
    standard.println("done " + (sum > 0));
    System.exit(0);
  }

  static void start(String name, Body body) {
    Thread thread = new Thread(() -> run(body), name);
    thread.setDaemon(true);
    thread.start();
  }

  interface Body {
    void run() throws Exception;
  }

  static void run(Body body) {
    try {
      body.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void round(boolean racy) throws Exception {
    Thread[] all = {
      thread("by-monitor-1", Attached::giveByMonitor),
      thread("by-monitor-2", Attached::takeByMonitor),
      thread("by-lock-1", Attached::giveByLock),
      thread("by-lock-2", Attached::takeByLock),
      thread("by-queue-1", Attached::giveByQueue),
      thread("by-queue-2", () -> sum += FROM_RELAY.take().value),
      thread("by-pool-1", Attached::giveByPool),
      thread("by-pool-2", () -> sum += FROM_POOL.take().value),
      thread("by-join-1", Attached::giveByJoin),
      thread("by-print-1", Attached::giveByPrinting),
      thread("by-print-2", Attached::takeByPrinting),
      thread("by-handle", Attached::byHandle),
      thread("racy-1", () -> Later.work(racy)),
      thread("racy-2", () -> Later.work(racy)),
    };
    for (Thread thread : all) {
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    while (joined == null) {
      Thread.sleep(1);
    }
    joined = null;
  }

  static Thread thread(String name, Body body) {
    return new Thread(() -> run(body), name);
  }

  /** First used by new threads. */
  static class Later {
    static int count;

    static void work(boolean racy) throws InterruptedException {
      for (int i = 0; i < 10; i++) {
        if (racy) {
          hits++;
        } else {
          synchronized (Later.class) {
            count++;
          }
        }
        Thread.sleep(1);
      }
    }
  }

  // A new thread, an old one whose monitors and volatile accesses are not seen, a new thread.

  static volatile Box byMonitor;

  static void giveByMonitor() throws Exception {
    Box box = new Box();
    box.value = 1;
    synchronized (LOCK) {
      current = box;
      LOCK.notifyAll();
    }
  }

  static void relayByMonitors() throws Exception {
    while (!ended) {
      Box box;
      synchronized (LOCK) {
        while (current == null) {
          LOCK.wait();
        }
        box = current;
        current = null;
      }
      box.value++;
      byMonitor = box;
    }
  }

  static void takeByMonitor() throws Exception {
    while (byMonitor == null) {
      Thread.sleep(1);
    }
    sum += byMonitor.value;
    byMonitor.value = 0;
    byMonitor = null;
  }

  static volatile Box byLock;

  static void giveByLock() {
    Box box = new Box();
    box.value = 1;
    JDK_LOCK.lock();
    try {
      polled = box;
    } finally {
      JDK_LOCK.unlock();
    }
  }

  static void relayByLocks() throws Exception {
    while (!ended) {
      Box box;
      JDK_LOCK.lock();
      try {
        box = polled;
        polled = null;
      } finally {
        JDK_LOCK.unlock();
      }
      if (box != null) {
        synchronized (box) {
          byLock = box;
        }
      }
      Thread.sleep(1);
    }
  }

  static void takeByLock() throws Exception {
    while (byLock == null) {
      Thread.sleep(1);
    }
    sum += byLock.value;
    byLock = null;
  }

  static void giveByQueue() throws Exception {
    Box box = new Box();
    box.value = 1;
    TO_RELAY.put(box);
  }

  static void relayByQueues() throws Exception {
    while (!ended) {
      FROM_RELAY.put(TO_RELAY.take());
    }
  }

  static void giveByPool() {
    Box box = new Box();
    box.value = 1;
    POOL.execute(() -> FROM_POOL.add(box)); // run by a worker from before
  }

  static final Box BY_JOIN = new Box();

  static void giveByJoin() {
    BY_JOIN.value++;
    toJoin = Thread.currentThread();
  }

  static void relayByJoin() throws Exception {
    while (!ended) {
      Thread thread = toJoin;
      if (thread == null) {
        Thread.sleep(1);
        continue;
      }
      toJoin = null;
      thread.join();
      Thread next = thread("by-join-2", () -> sum += BY_JOIN.value++);
      next.start();
      next.join();
      joined = BY_JOIN;
    }
  }

  static final Box BY_PRINT = new Box();

  static void giveByPrinting() {
    BY_PRINT.value++;
    System.out.print("p");
  }

  static void takeByPrinting() throws Exception {
    while (PRINTED.size() == 0) {
      Thread.sleep(1);
    }
    sum += BY_PRINT.value++;
    PRINTED.reset();
  }

  static void byHandle() throws Exception {
    Box box = new Box();
    Thread other =
        thread(
            "by-handle-2",
            () -> {
              while (!box.isHanded()) {
                Thread.onSpinWait();
              }
              sum += box.value++;
            });
    other.start();
    box.value = 1;
    box.hand();
    other.join();
  }
}
