import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.BaseStream;

/**
 * Hands program objects over through classes of the JDK. What is called stands in the generated
 * class {@code Generated}, whose subjects are written by OrderGenerator.
 *
 * <p>Of each object handed over, the giver writes {@code before} and then calls; and writes {@code
 * after} when the call has returned. Who gets the object reads {@code before} and writes {@code
 * after}. So a race on {@code before} is an order that was missed, and one on {@code after} is a
 * real race. The names of the threads start with the number of the pair.
 */
public class Publication {
  /** The plain fields. */
  public static final class Cells {
    int before;
    int after;
  }

  /** An object of the program that is handed over. */
  public interface Box {
    Cells cells();
  }

  /** Something that compares with all others, so that sorted collections take it. */
  public static class Key implements Comparable<Object> {
    final int number;

    Key(int number) {
      this.number = number;
    }

    @Override
    public int compareTo(Object other) {
      return other instanceof Key key ? Integer.compare(number, key.number) : 1;
    }
  }

  public static final Key KEY = new Key(0);

  /** Each letter tells how many stand before it. */
  public static final String LETTERS = letters();

  private static String letters() {
    char[] all = new char[20_000];
    for (char c = 0; c < all.length; c++) {
      all[c] = c;
    }
    return new String(all);
  }

  public static class Plain extends Key implements Box {
    final Cells cells = new Cells();

    public Plain(Look look) {
      super(1);
    }

    @Override
    public Cells cells() {
      return cells;
    }
  }

  public static final class DelayedBox implements Delayed, Box {
    final Cells cells = new Cells();

    public DelayedBox(Look look) {}

    @Override
    public Cells cells() {
      return cells;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  /** A reference that can be enqueued; it carries the box in a final field. */
  public static final class Ref extends java.lang.ref.WeakReference<Object> {
    public final Object box;

    public Ref(Object box, java.lang.ref.ReferenceQueue<Object> queue) {
      super(new Object(), queue);
      this.box = box;
    }
  }

  /** A class whose result can be set from outside, as subclasses may. */
  public static final class OpenTask extends FutureTask<Object> {
    public OpenTask() {
      super(() -> null);
    }

    public void give(Object value) {
      set(value);
    }
  }

  public static final class Recursive extends RecursiveTask<Object> {
    @Override
    protected Object compute() {
      return null;
    }
  }

  public static final class OpenObservable extends Observable {
    public Object tell() {
      setChanged();
      notifyObservers();
      return null;
    }
  }

  /** A handler of the program. */
  public static final class Collector extends java.util.logging.Handler {
    @Override
    public void publish(java.util.logging.LogRecord record) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Is called when an attribute of the bean is asked for. */
  public static final class BeanBox implements javax.management.DynamicMBean, Box {
    final Cells cells = new Cells();
    final Look look;

    public BeanBox(Look look) {
      this.look = look;
    }

    @Override
    public Cells cells() {
      return cells;
    }

    @Override
    public Object getAttribute(String attribute) {
      look.called(this);
      return "x";
    }

    @Override
    public void setAttribute(javax.management.Attribute attribute) {}

    @Override
    public javax.management.AttributeList getAttributes(String[] attributes) {
      return new javax.management.AttributeList();
    }

    @Override
    public javax.management.AttributeList setAttributes(javax.management.AttributeList attributes) {
      return attributes;
    }

    @Override
    public Object invoke(String name, Object[] parameters, String[] signature) {
      return null;
    }

    @Override
    public javax.management.MBeanInfo getMBeanInfo() {
      look.called(this);
      return new javax.management.MBeanInfo("x", "x", null, null, null, null);
    }
  }

  public static final class ListenerBox implements EventListener, Box {
    final Cells cells = new Cells();

    public ListenerBox(Look look) {}

    @Override
    public Cells cells() {
      return cells;
    }
  }

  public static final class ProviderBox extends java.security.Provider implements Box {
    private static final java.util.concurrent.atomic.AtomicInteger COUNT =
        new java.util.concurrent.atomic.AtomicInteger();
    final Cells cells = new Cells();

    public ProviderBox(Look look) {
      super("Sooth" + COUNT.incrementAndGet(), "1", "info");
    }

    @Override
    public Cells cells() {
      return cells;
    }
  }

  /** Settings that are not kept. */
  public static final class Settings extends java.util.prefs.AbstractPreferences {
    private final Map<String, String> values = new HashMap<>();

    public Settings() {
      super(null, "");
    }

    @Override
    protected void putSpi(String key, String value) {
      values.put(key, value);
    }

    @Override
    protected String getSpi(String key) {
      return values.get(key);
    }

    @Override
    protected void removeSpi(String key) {}

    @Override
    protected void removeNodeSpi() {}

    @Override
    protected String[] keysSpi() {
      return new String[0];
    }

    @Override
    protected String[] childrenNamesSpi() {
      return new String[0];
    }

    @Override
    protected java.util.prefs.AbstractPreferences childSpi(String name) {
      return new Settings();
    }

    @Override
    protected void syncSpi() {}

    @Override
    protected void flushSpi() {}
  }

  public static java.lang.invoke.MethodHandle constant(Object value) {
    return java.lang.invoke.MethodHandles.constant(Object.class, value);
  }

  public static CompletionStage<Object> completed() {
    return CompletableFuture.completedFuture(KEY);
  }

  /** A pool whose only thread is busy, so that what it is given waits. */
  public static ThreadPoolExecutor busyPool() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.execute(
        () -> {
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            // The pool is shut down.
          }
        });
    return pool;
  }

  /** Only newer JDKs have it. */
  public static ExecutorService virtualThreads() throws Exception {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  /** Starts a thread. */
  public static void started(Thread unused, Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  /** A thread that ends when it is interrupted. */
  public static Thread sleeper() {
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(2_000);
              } catch (InterruptedException e) {
                // This is the end.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Whether the lock is not to be had; it is not kept, since later tries would meet ourselves. */
  public static boolean fails(java.util.concurrent.locks.StampedLock lock) {
    long stamp = lock.tryWriteLock();
    if (stamp != 0) {
      lock.unlockWrite(stamp);
    }
    return stamp == 0;
  }

  public static boolean joined(Thread thread) throws InterruptedException {
    thread.join(20);
    return !thread.isAlive();
  }

  public static java.nio.channels.SelectableChannel source() throws Exception {
    return java.nio.channels.Pipe.open().source().configureBlocking(false);
  }

  public static java.nio.channels.SelectionKey key() throws Exception {
    return source().register(java.nio.channels.Selector.open(), 1);
  }

  public static Object attachments(java.nio.channels.Selector selector) {
    List<Object> found = new ArrayList<>();
    for (java.nio.channels.SelectionKey key : selector.keys()) {
      found.add(key.attachment());
    }
    return found;
  }

  public static java.nio.channels.AsynchronousFileChannel file() throws Exception {
    return java.nio.channels.AsynchronousFileChannel.open(
        Path.of(System.getProperty("java.home"), "release"));
  }

  /** A thread of its own for each task: the executor itself orders nothing else. */
  public static final class OwnThread implements Executor {
    @Override
    public void execute(Runnable task) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Subscribes, and asks for all there is. */
  public static final class Sub implements Flow.Subscriber<Object> {
    private final Look look;

    public Sub(Look look) {
      this.look = look;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Object item) {
      look.at(item);
    }

    @Override
    public void onError(Throwable throwable) {}

    @Override
    public void onComplete() {}
  }

  /** Looks for the box in what a getter gives, and touches it when it is there. */
  public static final class Look {
    private Box box;
    private Thread giver;
    private Thread getter;
    private boolean callback;
    private boolean late; // whether a call waits, most likely until the giver has returned
    private int patience = 20; // milliseconds for a future
    private final AtomicBoolean claimed = new AtomicBoolean();
    volatile boolean touched;
    private int count; // the getter's

    /** How often the getter has called this before. */
    public int count() {
      return count++;
    }

    public Object box() {
      return box;
    }

    /** Looks at a result. */
    public void at(Object result) {
      if (Thread.currentThread() != giver && !touched && look(result, 0)) {
        touch();
      }
    }

    /** The box is called by the JDK: it has been handed over, unless the giver itself calls. */
    public void called(Object self) {
      Thread thread = Thread.currentThread();
      if (thread != giver && (callback || thread == getter)) {
        if (late) {
          pause(1);
        }
        touch();
      }
    }

    /** Once. The giver never looks at these flags, so they order nothing that matters here. */
    private void touch() {
      if (claimed.compareAndSet(false, true)) {
        Cells cells = box.cells();
        cells.after = cells.before + 2;
        touched = true;
      }
    }

    private boolean look(Object result, int depth) {
      if (result == box) {
        return true;
      }
      if (result == null || depth > 3) {
        return false;
      }
      try {
        if (result instanceof Object[] array) {
          for (Object element : array) {
            if (look(element, depth + 1)) {
              return true;
            }
          }
        } else if (result instanceof Optional<?> optional) {
          return optional.isPresent() && look(optional.get(), depth + 1);
        } else if (result instanceof Map.Entry<?, ?> entry) {
          return look(entry.getKey(), depth + 1) || look(entry.getValue(), depth + 1);
        } else if (result instanceof Collection<?> collection) {
          return look(collection.toArray(), depth + 1);
        } else if (result instanceof Map<?, ?> map) {
          return look(map.keySet(), depth + 1) || look(map.values(), depth + 1);
        } else if (result instanceof Future<?> future) {
          return look(future.get(patience, TimeUnit.MILLISECONDS), depth + 1);
        } else if (result instanceof BaseStream<?, ?> stream) {
          return look(stream.iterator(), depth + 1);
        } else if (result instanceof Reference<?> reference) {
          return look(reference instanceof Ref ref ? ref.box : reference.get(), depth + 1);
        } else if (result instanceof Spliterator<?> spliterator) {
          boolean[] found = new boolean[1];
          for (int i = 0; i < 10 && !found[0]; i++) {
            if (!spliterator.tryAdvance(element -> found[0] |= look(element, depth + 1))) {
              break;
            }
          }
          return found[0];
        } else if (result instanceof Iterator<?> iterator) {
          for (int i = 0; i < 200 && iterator.hasNext(); i++) {
            if (look(iterator.next(), depth + 1)) {
              return true;
            }
          }
        } else if (result instanceof Enumeration<?> enumeration) {
          for (int i = 0; i < 200 && enumeration.hasMoreElements(); i++) {
            if (look(enumeration.nextElement(), depth + 1)) {
              return true;
            }
          }
        } else if (result instanceof Throwable throwable && depth == 0) {
          return look(throwable.getCause(), depth + 1);
        }
      } catch (ExecutionException e) {
        return look(e.getCause(), depth + 1);
      } catch (Exception e) {
        return false;
      }
      return false;
    }
  }

  /** A class of the JDK: how to make one, give to it and get from it. */
  public abstract static class Subject {
    /** The number of the getter that stands for a call of the box by the JDK. */
    static final int CALLBACK = -1;

    public abstract int givers();

    public abstract int getters();

    /** Whether the box of this giver can be called. */
    public abstract boolean callable(int giver);

    public abstract Object make() throws Throwable;

    public abstract Box box(int giver, Look look) throws Throwable;

    public abstract void give(int giver, Object receiver, Box box, Look look) throws Throwable;

    public abstract void get(int getter, Object receiver, Look look) throws Throwable;
  }

  static void end(Object receiver) {
    try {
      if (receiver instanceof ExecutorService pool) {
        pool.shutdownNow();
      } else if (receiver instanceof java.nio.channels.Channel channel) {
        channel.close();
      } else if (receiver instanceof Timer timer) {
        timer.cancel();
      } else if (receiver instanceof SubmissionPublisher<?> publisher) {
        publisher.close();
      }
    } catch (Throwable e) {
      // It has ended otherwise.
    }
  }

  static String reason(Throwable e) {
    return e == null ? "the object never came out" : "throws " + e.getClass().getName();
  }

  static void pause(int millis) {
    try {
      if (millis > 0) {
        Thread.sleep(millis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- run: each pair in two threads

  /** One pair, run once: what the threads leave behind is read after they have been joined. */
  static final class Attempt {
    final Subject subject;
    final int giver;
    final int getter;
    final Look look = new Look();
    volatile Throwable gave;
    volatile Throwable got;
    volatile boolean returned;

    Attempt(Subject subject, int giver, int getter) {
      this.subject = subject;
      this.giver = giver;
      this.getter = getter;
    }

    /** The reason why the object was not handed over, or null. */
    String run(String name, int giverPause, int getterPause, int patience) {
      Object receiver;
      Thread give;
      try {
        receiver = subject.make();
        look.box = subject.box(giver, look);
      } catch (Throwable e) {
        return "cannot be made: " + reason(e);
      }
      Box box = look.box;
      look.callback = getter == Subject.CALLBACK;
      give =
          new Thread(
              () -> {
                try {
                  pause(giverPause);
                  box.cells().before = 1;
                  subject.give(giver, receiver, box, look);
                  box.cells().after = 1;
                  returned = true;
                } catch (Throwable e) {
                  gave = e;
                }
              },
              name + " give");
      look.giver = give;
      Thread get = new Thread(() -> poll(receiver, getterPause, patience), name + " get");
      look.getter = get;
      give.setDaemon(true);
      get.setDaemon(true);
      if (getter != Subject.CALLBACK) {
        get.start();
      }
      give.start();
      try {
        if (getter == Subject.CALLBACK) {
          for (int i = 0; i < patience && !look.touched; i++) {
            Thread.sleep(1);
          }
        } else {
          get.join(2 * patience);
        }
        give.join(patience / 2);
        boolean stuck = get.isAlive();
        for (Thread thread : List.of(give, get)) {
          if (thread.isAlive()) {
            thread.interrupt();
            thread.join(50);
          }
        }
        if (look.touched && returned) {
          return null;
        }
        return gave != null
            ? "giver " + reason(gave)
            : !returned ? "giver blocks" : stuck ? "getter blocks" : "getter: " + reason(got);
      } catch (InterruptedException e) {
        return "interrupted";
      } finally {
        end(receiver);
      }
    }

    private void poll(Object receiver, int getterPause, int patience) {
      try {
        pause(getterPause);
        long end = System.nanoTime() + patience * 1_000_000L;
        for (int i = 0; !look.touched && System.nanoTime() - end < 0; i++) {
          try {
            subject.get(getter, receiver, look);
          } catch (InterruptedException e) {
            throw e;
          } catch (Throwable e) {
            got = e;
            look.at(e);
          }
          if (!look.touched) {
            if (i < 10) {
              Thread.yield();
            } else {
              Thread.sleep(1);
            }
          }
        }
      } catch (InterruptedException e) {
        got = e;
      }
    }
  }

  /** Runs the pairs that the file names, each in a line: number, subject, giver, getter. */
  static void runAll(Path file, long seed) throws Exception {
    Random random = new Random(seed);
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split(" ");
      Subject subject = subject(Integer.parseInt(fields[1]));
      int giver = Integer.parseInt(fields[2]);
      int getter = Integer.parseInt(fields[3]);
      String failure = "";
      for (int attempt = 0; attempt < 4 && failure != null; attempt++) {
        // At first at the same time or one a little before the other, then surely one by one.
        int late = attempt == 0 ? random.nextInt(3) : 0;
        int pause = attempt == 0 ? (late == 1 ? 1 : 0) : 4 << attempt;
        Attempt run = new Attempt(subject, giver, getter);
        run.look.late = random.nextBoolean();
        failure =
            run.run(fields[0] + " " + attempt, late == 2 ? 1 : 0, pause, 200);
      }
      System.out.println(fields[0] + " " + (failure == null ? "delivered" : failure));
    }
  }

  // ---- probe: which pairs hand over at all

  /** Tries all pairs of a subject, one call after the other, and tells which hand over. */
  static final class Probe implements Runnable {
    private final int number;
    private final Subject subject;
    private final int from;
    private final int to;
    private final StringBuilder out = new StringBuilder();
    private volatile boolean later; // whether what the giver gives comes out after a while

    /** Tries these givers. */
    Probe(int number, Subject subject, int from, int to) {
      this.number = number;
      this.subject = subject;
      this.from = from;
      this.to = to;
    }

    @Override
    public void run() {
      for (int giver = from; giver < to; giver++) {
        probe(subject, giver);
      }
    }

    private void probe(Subject subject, int giver) {
      later = false;
      String failure = guarded(() -> givesAlone(subject, giver), "giver");
      boolean meets = "giver blocks".equals(failure);
      if (failure != null && !meets) {
        tell(giver, -2, failure);
        return;
      }
      if (subject.callable(giver)) {
        Attempt attempt = new Attempt(subject, giver, Subject.CALLBACK);
        tell(giver, Subject.CALLBACK, attempt.run("probe", 0, 0, 15));
      }
      for (int getter = 0; getter < subject.getters(); getter++) {
        int number = getter;
        tell(
            giver,
            getter,
            meets
                ? new Attempt(subject, giver, getter).run("probe", 0, 1, 5)
                : guarded(() -> getsAlone(subject, giver, number), "getter"));
      }
    }

    private void tell(int giver, int getter, String failure) {
      out.append(number).append(' ').append(giver).append(' ').append(getter).append(' ');
      out.append(failure == null ? "delivered" : failure).append('\n');
    }

    private String givesAlone(Subject subject, int giver) throws Throwable {
      Look look = new Look();
      Object receiver = subject.make();
      try {
        look.box = subject.box(giver, look);
        subject.give(giver, receiver, look.box, look);
        if (receiver instanceof Future<?> future) {
          if (!future.isDone()) {
            Thread.sleep(2);
            later = future.isDone();
          }
        } else {
          later = receiver instanceof Executor || receiver instanceof CompletionService;
        }
        return null;
      } finally {
        end(receiver);
      }
    }

    private String getsAlone(Subject subject, int giver, int getter) throws Throwable {
      Look look = new Look();
      Object receiver = subject.make();
      try {
        look.box = subject.box(giver, look);
        subject.give(giver, receiver, look.box, look);
        look.patience = 0;
        if (later) {
          Thread.sleep(1);
          look.patience = 3;
        }
        look.getter = Thread.currentThread();
        for (int i = 0; i < 2 && !look.touched; i++) {
          try {
            subject.get(getter, receiver, look);
          } catch (InterruptedException e) {
            throw e;
          } catch (Throwable e) {
            look.at(e);
            if (i > 0 && !look.touched) {
              return "getter " + reason(e);
            }
          }
        }
        return look.touched ? null : reason(null);
      } finally {
        end(receiver);
      }
    }

    /** Calls in a thread that is left alone if that takes long. */
    private static String guarded(Body body, String who) {
      Future<String> result =
          CALLS.submit(
              () -> {
                try {
                  return body.call();
                } catch (InterruptedException | CancellationException e) {
                  return who + " blocks";
                } catch (Throwable e) {
                  return who + " " + reason(e);
                }
              });
      try {
        return result.get(20, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        result.cancel(true);
        return who + " blocks";
      } catch (InterruptedException | ExecutionException e) {
        return who + " " + reason(e);
      }
    }
  }

  interface Body {
    String call() throws Throwable;
  }

  private static final ExecutorService CALLS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
          });

  static void probeAll(int subjects) throws Exception {
    List<Probe> probes = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    ConcurrentLinkedQueue<Probe> left = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < subjects; i++) {
      Subject subject = subject(i);
      Object receiver = make(subject);
      boolean shared = receiver == null || receiver == make(subject);
      end(receiver);
      for (int giver = 0; giver < subject.givers(); giver++) {
        probes.add(new Probe(i, subject, giver, shared ? subject.givers() : giver + 1));
        if (shared) {
          break;
        }
      }
    }
    left.addAll(probes);
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (Probe probe = left.poll(); probe != null; probe = left.poll()) {
                  probe.run();
                }
              });
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    long end = System.nanoTime() + 150_000_000_000L;
    for (Thread thread : threads) {
      thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
    for (Probe probe : probes) {
      System.out.print(probe.out);
    }
  }

  private static Object make(Subject subject) {
    try {
      return subject.make();
    } catch (Throwable e) {
      return new Object(); // each attempt will say why
    }
  }

  static Subject subject(int number) throws Exception {
    return (Subject) Class.forName("Generated$S" + number).getDeclaredConstructor().newInstance();
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("probe")) {
      probeAll(Integer.parseInt(args[1]));
    } else {
      runAll(Path.of(args[1]), Long.parseLong(args[2]));
    }
    System.out.println("done");
    System.out.flush();
    // Threads of the JDK that a pair has left behind must not keep the program.
    Runtime.getRuntime().exit(0);
  }
}
