import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A server in one process: 16 workers take requests from a queue and work on sessions, accounts, a
 * cache and settings, of which most objects are soon garbage; now and then a thread is started for a
 * request, and where there are virtual threads one for each. It has no race. After each round of
 * requests it prints `round millis heap requests threads`, the heap in bytes after a collection: what
 * watches the program must not keep what the program has dropped.
 *
 * <p>Usage: SoakServer [requests a round] [rounds] [seconds, in the place of rounds if not 0]
 */
public final class SoakServer {
  private static final int WORKERS = 16;
  private static final int ACCOUNTS = 256;
  private static final int CACHED = 500;
  private static final int SESSIONS = 200;
  private static final ThreadFactory VIRTUAL = virtualThreads();

  /** What one user does; dropped when it is old. */
  private static final class Session {
    private final List<String> seen = new ArrayList<>();
    private int[] counts = new int[8];
    private long hits;

    synchronized long visit(String page) {
      seen.add(page);
      int at = seen.size() % counts.length;
      counts[at]++;
      if (seen.size() % 32 == 0) {
        counts = new int[8 + seen.size() % 16];
        seen.clear();
      }
      return ++hits;
    }
  }

  private static final class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private long balance = 1000;
  }

  private record Request(int number, CompletableFuture<Long> answer) {}

  private final LinkedBlockingQueue<Request> queue = new LinkedBlockingQueue<>(1000);
  private final ConcurrentHashMap<Integer, Session> sessions = new ConcurrentHashMap<>();
  private final Account[] accounts = new Account[ACCOUNTS];
  private final Map<Integer, byte[]> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> eldest) {
          return size() > CACHED;
        }
      }; // guarded by itself
  private final ReentrantReadWriteLock settingsLock = new ReentrantReadWriteLock();
  private Map<String, Integer> settings = new HashMap<>(); // guarded by settingsLock
  private final AtomicLong threads = new AtomicLong();
  private long logged; // guarded by this

  private SoakServer() {
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts[i] = new Account();
    }
    settings.put("fee", 1);
  }

  private static ThreadFactory virtualThreads() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      return null; // Java 17
    }
  }

  private void work() {
    try {
      while (true) {
        Request request = queue.take();
        if (request.answer() == null) {
          return;
        }
        request.answer().complete(serve(request.number()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long serve(int number) throws InterruptedException {
    Session session = sessions.computeIfAbsent(number / 50, n -> new Session());
    sessions.remove(number / 50 - SESSIONS);
    long result = session.visit("page " + number % 17);
    transfer(accounts[number % ACCOUNTS], accounts[number * 31 % ACCOUNTS & 0xff], number);
    byte[] page;
    synchronized (cache) {
      page = cache.computeIfAbsent(number * 7 % 5000, n -> new byte[200]);
      page[number % page.length]++;
      result += page[number % page.length];
    }
    result += fee(number);
    if (VIRTUAL != null) {
      start(VIRTUAL, () -> log(number)).join();
    }
    if (number % 100 == 0) {
      start(Thread::new, () -> log(number)).join();
    }
    return result;
  }

  private Thread start(ThreadFactory factory, Runnable task) {
    threads.incrementAndGet();
    Thread thread = factory.newThread(task);
    thread.start();
    return thread;
  }

  private synchronized void log(int number) {
    logged += number;
  }

  private static void transfer(Account one, Account other, int number) {
    if (one == other) {
      return;
    }
    boolean inOrder = System.identityHashCode(one) < System.identityHashCode(other);
    Account first = inOrder ? one : other;
    Account second = inOrder ? other : one;
    // Hashes may be equal; then the second lock is only tried.
    first.lock.lock();
    try {
      if (second.lock.tryLock()) {
        try {
          one.balance -= number % 3;
          other.balance += number % 3;
        } finally {
          second.lock.unlock();
        }
      }
    } finally {
      first.lock.unlock();
    }
  }

  private int fee(int number) {
    if (number % 500 == 0) {
      settingsLock.writeLock().lock();
      try {
        settings = new HashMap<>(settings);
        settings.put("fee", number % 7);
      } finally {
        settingsLock.writeLock().unlock();
      }
    }
    settingsLock.readLock().lock();
    try {
      return settings.get("fee");
    } finally {
      settingsLock.readLock().unlock();
    }
  }

  private static long heapAfterCollection() throws InterruptedException {
    System.gc();
    Thread.sleep(600); // what the collection has found dead others drop now, and the next one takes
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  public static void main(String[] args) throws Exception {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 12;
    long seconds = args.length > 2 ? Long.parseLong(args[2]) : 0;
    SoakServer server = new SoakServer();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      Thread worker = new Thread(server::work, "worker-" + i);
      workers.add(worker);
      worker.start();
    }
    long start = System.nanoTime();
    int number = 0;
    for (int round = 1; seconds > 0 ? millis(start) < seconds * 1000 : round <= rounds; round++) {
      List<CompletableFuture<Long>> answers = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        server.queue.put(new Request(++number & 0x3fff_ffff, answer));
        answers.add(answer);
        if (answers.size() == 1000) {
          await(answers);
        }
      }
      await(answers);
      System.out.println(
          round
              + " "
              + millis(start)
              + " "
              + heapAfterCollection()
              + " "
              + number
              + " "
              + server.threads.get());
    }
    for (int i = 0; i < WORKERS; i++) {
      server.queue.put(new Request(0, null));
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private static void await(List<CompletableFuture<Long>> answers) throws Exception {
    for (CompletableFuture<Long> answer : answers) {
      answer.get();
    }
    answers.clear();
  }

  private static long millis(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }
}
