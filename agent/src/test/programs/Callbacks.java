import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.channels.spi.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.logging.*;
import javax.swing.event.*;
import javax.swing.text.*;
import javax.swing.undo.*;

/**
 * Code of the program that the JDK calls while it holds a lock of its own, or one call after the
 * other. Each entry makes a receiver that runs the callback, a plain counter, and gives back the
 * call that two threads make. On one receiver that is correct; the twin uses two receivers, whose
 * locks are not the same, and is a race.
 *
 * <p>Not here, since the JDK holds no lock: comparators of ConcurrentSkipListMap, functions of
 * atomic variables, ThreadFactory.newThread and RejectedExecutionHandler of pools, listeners of
 * PropertyChangeSupport and observers of Observable, filters of loggers, formatters of handlers
 * (since JDK 25), keys in ConcurrentHashMap.get, LinkedBlockingQueue.forEach and removeIf,
 * ClassValue.computeValue. They are among the pairs of Publication where they hand over.
 */
public class Callbacks {
  interface Call {
    void run() throws Exception;

    /** Waits for what is left to do. */
    default void close() throws Exception {}
  }

  /** Makes the receiver; so many threads will call it. */
  interface Maker {
    Call make(Runnable callback, int threads) throws Exception;
  }

  static final Map<String, Maker> ENTRIES = new LinkedHashMap<>();

  static void entry(String name, Maker maker) {
    if (ENTRIES.put(name, maker) != null) {
      throw new AssertionError(name);
    }
  }

  /** A call and what waits for its end. */
  static Call call(Call run, Call close) {
    return new Call() {
      @Override
      public void run() throws Exception {
        run.run();
      }

      @Override
      public void close() throws Exception {
        close.run();
      }
    };
  }

  /** A thread for each task: the common pool may have one thread, in which nothing races. */
  static final Executor THREADS = task -> new Thread(task).start();

  static Call pool(ExecutorService pool, Call run) {
    return call(
        run,
        () -> {
          pool.shutdown();
          pool.awaitTermination(5, TimeUnit.SECONDS);
        });
  }

  // ---- classes of the program that are called

  static final class Sink extends OutputStream {
    final Runnable callback;

    Sink(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public void write(int b) {
      callback.run();
    }

    @Override
    public void write(byte[] b, int off, int len) {
      callback.run();
    }
  }

  static final class Text extends Writer {
    final Runnable callback;

    Text(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public void write(char[] c, int off, int len) {
      callback.run();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Never ends. */
  static final class Source extends InputStream {
    final Runnable callback;

    Source(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public int read() {
      callback.run();
      return 'a';
    }

    @Override
    public int read(byte[] b, int off, int len) {
      callback.run();
      b[off] = '\n';
      return 1;
    }
  }

  static final class Letters extends Reader {
    final Runnable callback;
    final int result;

    Letters(Runnable callback, int result) {
      this.callback = callback;
      this.result = result;
    }

    @Override
    public int read(char[] c, int off, int len) {
      callback.run();
      if (result > 0) {
        c[off] = '\n';
      }
      return result;
    }

    @Override
    public void close() {}
  }

  /** All are of one hash code, none equals another. */
  static class Item implements Comparable<Object>, CharSequence {
    final Runnable callback;

    Item(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public int hashCode() {
      callback.run();
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      callback.run();
      return false;
    }

    @Override
    public String toString() {
      callback.run();
      return "";
    }

    @Override
    public int compareTo(Object other) {
      callback.run();
      return 0;
    }

    @Override
    public int length() {
      callback.run();
      return 0;
    }

    @Override
    public char charAt(int index) {
      return 'a';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return this;
    }
  }

  /** Calls equals only: hashing takes place before the lock is taken. */
  static final class Same {
    final Runnable callback;

    Same(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      callback.run();
      return false;
    }
  }

  static final class Later implements Delayed {
    final Runnable callback;

    Later(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      callback.run();
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      callback.run();
      return 0;
    }
  }

  static final class Elements extends AbstractList<Object> {
    final Runnable callback;

    Elements(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public Object get(int index) {
      callback.run();
      return "a";
    }

    @Override
    public int size() {
      callback.run();
      return 2;
    }

    @Override
    public void add(int index, Object element) {
      callback.run();
    }

    @Override
    public Object set(int index, Object element) {
      callback.run();
      return "a";
    }

    @Override
    public Object remove(int index) {
      callback.run();
      return "a";
    }
  }

  static final class Settings extends java.util.prefs.AbstractPreferences {
    final Runnable callback;

    Settings(Runnable callback) {
      super(null, "");
      this.callback = callback;
    }

    @Override
    protected void putSpi(String key, String value) {
      callback.run();
    }

    @Override
    protected String getSpi(String key) {
      callback.run();
      return "";
    }

    @Override
    protected void removeSpi(String key) {
      callback.run();
    }

    @Override
    protected void removeNodeSpi() {
      callback.run();
    }

    @Override
    protected String[] keysSpi() {
      callback.run();
      return new String[0];
    }

    @Override
    protected String[] childrenNamesSpi() {
      callback.run();
      return new String[0];
    }

    @Override
    protected java.util.prefs.AbstractPreferences childSpi(String name) {
      throw new IllegalStateException();
    }

    @Override
    protected void syncSpi() {
      callback.run();
    }

    @Override
    protected void flushSpi() {
      callback.run();
    }
  }

  static class Loader extends ClassLoader {
    final Runnable callback;

    Loader(Runnable callback) {
      this.callback = callback;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      callback.run();
      throw new ClassNotFoundException(name);
    }
  }

  static final class ParallelLoader extends Loader {
    static {
      registerAsParallelCapable();
    }

    ParallelLoader(Runnable callback) {
      super(callback);
    }
  }

  static final class Numbers extends SecureRandomSpi {
    final transient Runnable callback;

    Numbers(Runnable callback) {
      this.callback = callback;
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
      callback.run();
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      callback.run();
    }

    @Override
    protected byte[] engineGenerateSeed(int n) {
      return new byte[n];
    }
  }

  static final class OwnRandom extends SecureRandom {
    OwnRandom(Runnable callback) {
      super(new Numbers(callback), null);
    }
  }

  static final class Asked extends Authenticator {
    final Runnable callback;

    Asked(Runnable callback) {
      this.callback = callback;
    }

    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      callback.run();
      return null;
    }
  }

  static final class Line extends AbstractSelectableChannel {
    final Runnable callback;

    Line(Runnable callback) {
      super(SelectorProvider.provider());
      this.callback = callback;
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    protected void implConfigureBlocking(boolean block) {
      callback.run();
    }

    @Override
    public int validOps() {
      return 0;
    }
  }

  static final class Receiver extends Handler {
    final Runnable callback;

    Receiver(Runnable callback) {
      this.callback = callback;
    }

    @Override
    public void publish(LogRecord record) {
      callback.run();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** The work, the child's work, and both completions come one after the other. */
  static final class Step extends CountedCompleter<Void> {
    final transient Runnable callback;
    final boolean parent;

    Step(Runnable callback, CountedCompleter<?> completer) {
      super(completer);
      this.callback = callback;
      this.parent = completer == null;
    }

    @Override
    public void compute() {
      callback.run();
      if (parent) {
        addToPendingCount(1);
        new Step(callback, this).fork();
      }
      tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      callback.run();
    }
  }

  static Collection<Object> collector(Runnable callback) {
    return new AbstractCollection<>() {
      @Override
      public boolean add(Object element) {
        callback.run();
        return true;
      }

      @Override
      public boolean contains(Object element) {
        callback.run();
        return true;
      }

      @Override
      public Iterator<Object> iterator() {
        return Collections.emptyIterator();
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  // ---- the table

  static {
    locks();
    streams();
    wrappers();
    tables();
    queues();
    pools();
    others();
  }

  static void locks() {
    entry("synchronized", (c, n) -> {
      Object lock = new Object();
      return () -> { synchronized (lock) { c.run(); } };
    });
    entry("ReentrantLock.lock", (c, n) -> {
      Lock lock = new ReentrantLock();
      return () -> { lock.lock(); try { c.run(); } finally { lock.unlock(); } };
    });
    entry("ReentrantReadWriteLock.writeLock", (c, n) -> {
      Lock lock = new ReentrantReadWriteLock().writeLock();
      return () -> { lock.lock(); try { c.run(); } finally { lock.unlock(); } };
    });
    entry("StampedLock.asWriteLock", (c, n) -> {
      Lock lock = new StampedLock().asWriteLock();
      return () -> { lock.lock(); try { c.run(); } finally { lock.unlock(); } };
    });
    entry("Semaphore.acquire", (c, n) -> {
      Semaphore semaphore = new Semaphore(1);
      return () -> { semaphore.acquire(); try { c.run(); } finally { semaphore.release(); } };
    });
    entry("CyclicBarrier action", (c, n) -> {
      CyclicBarrier barrier = new CyclicBarrier(n, c);
      return () -> barrier.await();
    });
    entry("Phaser.onAdvance", (c, n) -> {
      Phaser phaser = new Phaser(n) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
          c.run();
          return false;
        }
      };
      return () -> phaser.arriveAndAwaitAdvance();
    });
  }

  static void streams() {
    entry("BufferedOutputStream.write", (c, n) -> {
      OutputStream out = new BufferedOutputStream(new Sink(c), 1);
      return () -> out.write(new byte[2]);
    });
    entry("BufferedOutputStream.flush", (c, n) -> {
      OutputStream out = new BufferedOutputStream(new Sink(c), 9);
      return () -> { out.write(1); out.write(2); out.flush(); };
    });
    entry("DataOutputStream.write(int)", (c, n) -> {
      OutputStream out = new DataOutputStream(new Sink(c));
      return () -> out.write(1);
    });
    entry("DataOutputStream.write(byte[],int,int)", (c, n) -> {
      OutputStream out = new DataOutputStream(new Sink(c));
      return () -> out.write(new byte[2], 0, 2);
    });
    entry("ByteArrayOutputStream.writeTo", (c, n) -> {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      return () -> out.writeTo(new Sink(c));
    });
    entry("CharArrayWriter.writeTo", (c, n) -> {
      CharArrayWriter out = new CharArrayWriter();
      return () -> out.writeTo(new Text(c));
    });
    entry("PrintStream.write", (c, n) -> {
      PrintStream out = new PrintStream(new Sink(c));
      return () -> out.write(1);
    });
    entry("PrintStream.println", (c, n) -> {
      PrintStream out = new PrintStream(new Sink(c), true);
      return () -> out.println("a");
    });
    entry("PrintStream.print(Object)", (c, n) -> {
      PrintStream out = new PrintStream(new Sink(c), true);
      return () -> out.print((Object) "a");
    });
    entry("PrintStream.printf", (c, n) -> {
      PrintStream out = new PrintStream(new Sink(c), true);
      return () -> out.printf("a%d%n", 1);
    });
    entry("PrintStream.append", (c, n) -> {
      PrintStream out = new PrintStream(new Sink(c), true);
      return () -> out.append("a\n");
    });
    entry("PrintWriter.println", (c, n) -> {
      PrintWriter out = new PrintWriter(new Text(c));
      return () -> out.println("a");
    });
    entry("PrintWriter.write", (c, n) -> {
      PrintWriter out = new PrintWriter(new Text(c));
      return () -> out.write("a");
    });
    entry("PrintWriter.format", (c, n) -> {
      PrintWriter out = new PrintWriter(new Text(c));
      return () -> out.format("a%d", 1);
    });
    entry("Writer.write(int)", (c, n) -> {
      Writer out = new Text(c);
      return () -> out.write('a');
    });
    entry("Writer.write(String)", (c, n) -> {
      Writer out = new Text(c);
      return () -> out.write("abc");
    });
    entry("BufferedWriter.write", (c, n) -> {
      Writer out = new BufferedWriter(new Text(c), 1);
      return () -> out.write("abc");
    });
    entry("BufferedWriter.newLine", (c, n) -> {
      BufferedWriter out = new BufferedWriter(new Text(c), 1);
      return () -> out.newLine();
    });
    entry("BufferedWriter.flush", (c, n) -> {
      Writer out = new BufferedWriter(new Text(c));
      return () -> { out.write("a"); out.flush(); out.write("b"); out.flush(); };
    });
    entry("OutputStreamWriter.write", (c, n) -> {
      Writer out = new OutputStreamWriter(new Sink(c));
      return () -> out.write(new char[20000]);
    });
    entry("OutputStreamWriter.flush", (c, n) -> {
      Writer out = new OutputStreamWriter(new Sink(c));
      return () -> { out.write("a"); out.flush(); out.write("b"); out.flush(); };
    });
    entry("BufferedInputStream.read", (c, n) -> {
      InputStream in = new BufferedInputStream(new Source(c), 1);
      return () -> in.read();
    });
    entry("BufferedInputStream.skip", (c, n) -> {
      InputStream in = new BufferedInputStream(new Source(c), 1);
      return () -> { in.mark(1); in.skip(1); in.skip(1); };
    });
    entry("InputStreamReader.read", (c, n) -> {
      Reader in = new InputStreamReader(new Source(c));
      return () -> in.read();
    });
    entry("BufferedReader.read", (c, n) -> {
      Reader in = new BufferedReader(new Letters(c, 1), 1);
      return () -> in.read();
    });
    entry("BufferedReader.readLine", (c, n) -> {
      BufferedReader in = new BufferedReader(new Letters(c, 1), 1);
      return () -> in.readLine();
    });
    entry("LineNumberReader.readLine", (c, n) -> {
      BufferedReader in = new LineNumberReader(new Letters(c, 1), 1);
      return () -> in.readLine();
    });
    entry("PushbackReader.read", (c, n) -> {
      Reader in = new PushbackReader(new Letters(c, 1), 1);
      return () -> in.read();
    });
    entry("Reader.skip", (c, n) -> {
      Reader in = new Letters(c, 1);
      return () -> in.skip(1);
    });
    entry("Throwable.printStackTrace", (c, n) -> {
      Throwable throwable = new Throwable();
      PrintStream out = new PrintStream(new Sink(() -> {})) {
        @Override
        public void println(Object line) {
          c.run();
        }
      };
      return () -> throwable.printStackTrace(out);
    });
  }

  static void wrappers() {
    entry("synchronizedList.get", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new Elements(c));
      return () -> list.get(0);
    });
    entry("synchronizedList.add", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new Elements(c));
      return () -> list.add("a");
    });
    entry("synchronizedList.set", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new Elements(c));
      return () -> list.set(0, "b");
    });
    entry("synchronizedList.remove", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new Elements(c));
      return () -> list.remove(0);
    });
    entry("synchronizedList.size", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new Elements(c));
      return () -> list.size();
    });
    entry("synchronizedList.toArray", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new Elements(c));
      return () -> list.toArray();
    });
    entry("synchronizedList.subList.get", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new Elements(c)).subList(0, 1);
      return () -> list.get(0);
    });
    entry("synchronizedList.forEach", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of("a")));
      return () -> list.forEach(e -> c.run());
    });
    entry("synchronizedList.removeIf", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of("a")));
      return () -> list.removeIf(e -> { c.run(); return false; });
    });
    entry("synchronizedList.replaceAll", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of("a")));
      return () -> list.replaceAll(e -> { c.run(); return e; });
    });
    entry("synchronizedList.sort", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));
      return () -> list.sort((a, b) -> { c.run(); return 0; });
    });
    entry("synchronizedList.contains", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of("a")));
      Item item = new Item(c);
      return () -> list.contains(item);
    });
    entry("synchronizedList.hashCode", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of(new Item(c))));
      return () -> list.hashCode();
    });
    entry("synchronizedList.equals", (c, n) -> {
      List<Object> list = Collections.synchronizedList(new ArrayList<>(List.of(new Item(c))));
      List<Object> other = List.of("a");
      return () -> list.equals(other);
    });
    entry("synchronizedCollection.toString", (c, n) -> {
      Collection<Object> all = Collections.synchronizedCollection(new ArrayList<>(List.of(new Item(c))));
      return () -> all.toString();
    });
    entry("synchronizedCollection.addAll", (c, n) -> {
      Collection<Object> all = Collections.synchronizedCollection(collector(c));
      return () -> all.addAll(List.of("a"));
    });
    entry("synchronizedSet.add", (c, n) -> {
      Set<Object> set = Collections.synchronizedSet(new HashSet<>());
      return () -> set.add(new Item(c));
    });
    entry("synchronizedSortedSet.add", (c, n) -> {
      Set<Object> set = Collections.synchronizedSortedSet(new TreeSet<>((a, b) -> { c.run(); return 0; }));
      return () -> set.add("a");
    });
    entry("synchronizedNavigableSet.floor", (c, n) -> {
      NavigableSet<Object> set =
          Collections.synchronizedNavigableSet(new TreeSet<>((a, b) -> { c.run(); return 0; }));
      set.add("a");
      return () -> set.floor("b");
    });
    entry("synchronizedMap.put", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>());
      return () -> map.put(new Item(c), "a");
    });
    entry("synchronizedMap.get", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
      return () -> map.get(new Item(c));
    });
    entry("synchronizedMap.compute", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>());
      return () -> map.compute("a", (k, v) -> { c.run(); return "b"; });
    });
    entry("synchronizedMap.computeIfAbsent", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>());
      return () -> map.computeIfAbsent("a", k -> { c.run(); return null; });
    });
    entry("synchronizedMap.computeIfPresent", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
      return () -> map.computeIfPresent("a", (k, v) -> { c.run(); return v; });
    });
    entry("synchronizedMap.merge", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
      return () -> map.merge("a", "c", (k, v) -> { c.run(); return v; });
    });
    entry("synchronizedMap.forEach", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
      return () -> map.forEach((k, v) -> c.run());
    });
    entry("synchronizedMap.replaceAll", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
      return () -> map.replaceAll((k, v) -> { c.run(); return v; });
    });
    entry("synchronizedMap.values.removeIf", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
      return () -> map.values().removeIf(v -> { c.run(); return false; });
    });
    entry("synchronizedMap.keySet.forEach", (c, n) -> {
      Map<Object, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
      return () -> map.keySet().forEach(v -> c.run());
    });
    entry("synchronizedSortedMap.subMap.get", (c, n) -> {
      SortedMap<Object, Object> map =
          Collections.synchronizedSortedMap(new TreeMap<>((a, b) -> { c.run(); return a.toString().compareTo(b.toString()); }));
      map.put("b", "b");
      SortedMap<Object, Object> part = map.subMap("a", "c");
      return () -> part.get("b");
    });
    entry("synchronizedNavigableMap.floorKey", (c, n) -> {
      NavigableMap<Object, Object> map =
          Collections.synchronizedNavigableMap(new TreeMap<>((a, b) -> { c.run(); return 0; }));
      map.put("a", "a");
      return () -> map.floorKey("b");
    });
  }

  static void tables() {
    entry("Vector.forEach", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of("a"));
      return () -> vector.forEach(e -> c.run());
    });
    entry("Vector.removeIf", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of("a"));
      return () -> vector.removeIf(e -> { c.run(); return false; });
    });
    entry("Vector.replaceAll", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of("a"));
      return () -> vector.replaceAll(e -> { c.run(); return e; });
    });
    entry("Vector.sort", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of("a", "b"));
      return () -> vector.sort((a, b) -> { c.run(); return 0; });
    });
    entry("Vector.contains", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of("a"));
      Item item = new Item(c);
      return () -> vector.contains(item);
    });
    entry("Vector.lastIndexOf", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of("a"));
      Item item = new Item(c);
      return () -> vector.lastIndexOf(item);
    });
    entry("Vector.hashCode", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of(new Item(c)));
      return () -> vector.hashCode();
    });
    entry("Vector.toString", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of(new Item(c)));
      return () -> vector.toString();
    });
    entry("Vector.removeAll", (c, n) -> {
      Vector<Object> vector = new Vector<>(List.of("a"));
      Collection<Object> kept = collector(c);
      return () -> vector.retainAll(kept);
    });
    entry("Stack.search", (c, n) -> {
      Stack<Object> stack = new Stack<>();
      stack.push("a");
      Item item = new Item(c);
      return () -> stack.search(item);
    });
    entry("Hashtable.put", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>();
      return () -> table.put(new Item(c), "a");
    });
    entry("Hashtable.get", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>();
      Item item = new Item(c);
      return () -> table.get(item);
    });
    entry("Hashtable.contains", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>(Map.of("a", new Item(c)));
      return () -> table.contains("b");
    });
    entry("Hashtable.compute", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>();
      return () -> table.compute("a", (k, v) -> { c.run(); return "b"; });
    });
    entry("Hashtable.computeIfAbsent", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>();
      return () -> table.computeIfAbsent("a", k -> { c.run(); return null; });
    });
    entry("Hashtable.merge", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>(Map.of("a", "b"));
      return () -> table.merge("a", "c", (k, v) -> { c.run(); return v; });
    });
    entry("Hashtable.forEach", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>(Map.of("a", "b"));
      return () -> table.forEach((k, v) -> c.run());
    });
    entry("Hashtable.replaceAll", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>(Map.of("a", "b"));
      return () -> table.replaceAll((k, v) -> { c.run(); return v; });
    });
    entry("Hashtable.toString", (c, n) -> {
      Hashtable<Object, Object> table = new Hashtable<>(Map.of("a", new Item(c)));
      return () -> table.toString();
    });
    entry("Properties.load(Reader)", (c, n) -> {
      Properties properties = new Properties();
      return () -> properties.load(new Letters(c, -1));
    });
    entry("Properties.forEach", (c, n) -> {
      Properties properties = new Properties();
      properties.put("a", "b");
      return () -> properties.forEach((k, v) -> c.run());
    });
    entry("Properties.replaceAll", (c, n) -> {
      Properties properties = new Properties();
      properties.put("a", "b");
      return () -> properties.replaceAll((k, v) -> { c.run(); return v; });
    });
    entry("Properties.compute", (c, n) -> {
      Properties properties = new Properties();
      return () -> properties.compute("a", (k, v) -> { c.run(); return "b"; });
    });
    entry("ConcurrentHashMap.compute", (c, n) -> {
      ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
      return () -> map.compute("a", (k, v) -> { c.run(); return "b"; });
    });
    entry("ConcurrentHashMap.compute to null", (c, n) -> {
      ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
      return () -> map.compute("a", (k, v) -> { c.run(); return v == null ? "b" : null; });
    });
    entry("ConcurrentHashMap.computeIfAbsent", (c, n) -> {
      ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
      return () -> { map.computeIfAbsent("a", k -> { c.run(); return "b"; }); map.remove("a"); };
    });
    entry("ConcurrentHashMap.computeIfPresent", (c, n) -> {
      ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>(Map.of("a", "b"));
      return () -> map.computeIfPresent("a", (k, v) -> { c.run(); return v; });
    });
    entry("ConcurrentHashMap.merge", (c, n) -> {
      ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>(Map.of("a", "b"));
      return () -> map.merge("a", "c", (k, v) -> { c.run(); return v; });
    });
    entry("ConcurrentHashMap.put", (c, n) -> {
      ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
      map.put(new Same(() -> {}), "a");
      return () -> map.put(new Same(c), "a");
    });
    entry("CopyOnWriteArrayList.removeIf", (c, n) -> {
      List<Object> list = new CopyOnWriteArrayList<>(List.of("a"));
      return () -> list.removeIf(e -> { c.run(); return false; });
    });
    entry("CopyOnWriteArrayList.replaceAll", (c, n) -> {
      List<Object> list = new CopyOnWriteArrayList<>(List.of("a"));
      return () -> list.replaceAll(e -> { c.run(); return e; });
    });
    entry("CopyOnWriteArrayList.sort", (c, n) -> {
      List<Object> list = new CopyOnWriteArrayList<>(List.of("a", "b"));
      return () -> list.sort((a, b) -> { c.run(); return 0; });
    });
    entry("CopyOnWriteArrayList.retainAll", (c, n) -> {
      List<Object> list = new CopyOnWriteArrayList<>(List.of("a"));
      Collection<Object> kept = collector(c);
      return () -> list.retainAll(kept);
    });
    entry("CopyOnWriteArraySet.removeIf", (c, n) -> {
      Set<Object> set = new CopyOnWriteArraySet<>(List.of("a"));
      return () -> set.removeIf(e -> { c.run(); return false; });
    });
    entry("StringBuffer.append(Object)", (c, n) -> {
      StringBuffer buffer = new StringBuffer();
      Object item = new Item(c);
      return () -> buffer.append(item);
    });
    entry("StringBuffer.append(CharSequence)", (c, n) -> {
      StringBuffer buffer = new StringBuffer();
      CharSequence item = new Item(c);
      return () -> buffer.append(item);
    });
    entry("StringBuffer.insert", (c, n) -> {
      StringBuffer buffer = new StringBuffer();
      Object item = new Item(c);
      return () -> buffer.insert(0, item);
    });
  }

  static void queues() {
    entry("PriorityBlockingQueue.offer", (c, n) -> {
      Queue<Object> queue = new PriorityBlockingQueue<>(9, (a, b) -> { c.run(); return 0; });
      queue.add("a");
      return () -> queue.offer("b");
    });
    entry("PriorityBlockingQueue.poll", (c, n) -> {
      Queue<Object> queue = new PriorityBlockingQueue<>(40, (a, b) -> { c.run(); return 0; });
      for (int i = 0; i < 30; i++) {
        queue.add(i);
      }
      return () -> queue.poll();
    });
    entry("PriorityBlockingQueue.contains", (c, n) -> {
      Queue<Object> queue = new PriorityBlockingQueue<>(List.of("a"));
      Item item = new Item(c);
      return () -> queue.contains(item);
    });
    entry("PriorityBlockingQueue.forEach", (c, n) -> {
      Queue<Object> queue = new PriorityBlockingQueue<>(List.of("a"));
      return () -> queue.forEach(e -> c.run());
    });
    entry("PriorityBlockingQueue.drainTo", (c, n) -> {
      BlockingQueue<Object> queue = new PriorityBlockingQueue<>(List.of(1, 2, 3, 4, 5, 6, 7));
      return () -> queue.drainTo(collector(c), 1);
    });
    entry("DelayQueue.offer", (c, n) -> {
      DelayQueue<Later> queue = new DelayQueue<>();
      queue.add(new Later(c));
      return () -> queue.offer(new Later(c));
    });
    entry("DelayQueue.poll", (c, n) -> {
      DelayQueue<Later> queue = new DelayQueue<>();
      for (int i = 0; i < 30; i++) {
        queue.add(new Later(c));
      }
      return () -> queue.poll();
    });
    entry("ArrayBlockingQueue.contains", (c, n) -> {
      Queue<Object> queue = new ArrayBlockingQueue<>(9, false, List.of("a"));
      Item item = new Item(c);
      return () -> queue.contains(item);
    });
    entry("ArrayBlockingQueue.remove", (c, n) -> {
      Queue<Object> queue = new ArrayBlockingQueue<>(9, false, List.of("a"));
      Item item = new Item(c);
      return () -> queue.remove(item);
    });
    entry("ArrayBlockingQueue.forEach", (c, n) -> {
      Queue<Object> queue = new ArrayBlockingQueue<>(9, false, List.of("a"));
      return () -> queue.forEach(e -> c.run());
    });
    entry("ArrayBlockingQueue.removeIf", (c, n) -> {
      Queue<Object> queue = new ArrayBlockingQueue<>(9, false, List.of("a"));
      return () -> queue.removeIf(e -> { c.run(); return false; });
    });
    entry("ArrayBlockingQueue.drainTo", (c, n) -> {
      BlockingQueue<Object> queue = new ArrayBlockingQueue<>(9, false, List.of(1, 2, 3, 4, 5, 6, 7));
      return () -> queue.drainTo(collector(c), 1);
    });
    entry("LinkedBlockingQueue.contains", (c, n) -> {
      Queue<Object> queue = new LinkedBlockingQueue<>(List.of("a"));
      Item item = new Item(c);
      return () -> queue.contains(item);
    });
    entry("LinkedBlockingQueue.remove", (c, n) -> {
      Queue<Object> queue = new LinkedBlockingQueue<>(List.of("a"));
      Item item = new Item(c);
      return () -> queue.remove(item);
    });
    entry("LinkedBlockingQueue.drainTo", (c, n) -> {
      BlockingQueue<Object> queue = new LinkedBlockingQueue<>(List.of(1, 2, 3, 4, 5, 6, 7));
      return () -> queue.drainTo(collector(c), 1);
    });
    entry("LinkedBlockingDeque.contains", (c, n) -> {
      Queue<Object> queue = new LinkedBlockingDeque<>(List.of("a"));
      Item item = new Item(c);
      return () -> queue.contains(item);
    });
    entry("LinkedBlockingDeque.removeFirstOccurrence", (c, n) -> {
      Deque<Object> queue = new LinkedBlockingDeque<>(List.of("a"));
      Item item = new Item(c);
      return () -> queue.removeFirstOccurrence(item);
    });
    entry("LinkedBlockingDeque.drainTo", (c, n) -> {
      BlockingQueue<Object> queue = new LinkedBlockingDeque<>(List.of(1, 2, 3, 4, 5, 6, 7));
      return () -> queue.drainTo(collector(c), 1);
    });
  }

  static void pools() {
    entry("newSingleThreadExecutor", (c, n) -> {
      ExecutorService pool = Executors.newSingleThreadExecutor();
      return pool(pool, () -> pool.execute(c));
    });
    entry("ThreadPoolExecutor.beforeExecute of one thread", (c, n) -> {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
              c.run();
            }
          };
      return pool(pool, () -> pool.execute(() -> {}));
    });
    entry("ThreadPoolExecutor.afterExecute of one thread", (c, n) -> {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void afterExecute(Runnable task, Throwable throwable) {
              c.run();
            }
          };
      return pool(pool, () -> pool.submit(() -> {}));
    });
    entry("ThreadPoolExecutor.terminated after tasks", (c, n) -> {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void terminated() {
              c.run();
            }
          };
      return pool(pool, () -> pool.execute(c));
    });
    entry("FutureTask.done", (c, n) -> {
      ExecutorService pool = Executors.newSingleThreadExecutor();
      return pool(
          pool,
          () ->
              pool.execute(
                  new FutureTask<Object>(() -> null) {
                    @Override
                    protected void done() {
                      c.run();
                    }
                  }));
    });
    entry("newSingleThreadScheduledExecutor.schedule", (c, n) -> {
      ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
      return pool(pool, () -> pool.schedule(c, 1, TimeUnit.MILLISECONDS));
    });
    entry("scheduleAtFixedRate on two threads", (c, n) -> {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
      pool.scheduleAtFixedRate(c, 0, 1, TimeUnit.MILLISECONDS);
      return pool(pool, () -> Thread.sleep(2)); // a latch would order the runs
    });
    entry("scheduleWithFixedDelay on two threads", (c, n) -> {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
      pool.scheduleWithFixedDelay(c, 0, 1, TimeUnit.MILLISECONDS);
      return pool(pool, () -> Thread.sleep(2)); // a latch would order the runs
    });
    entry("ForkJoinPool of one thread", (c, n) -> {
      ForkJoinPool pool = new ForkJoinPool(1);
      return pool(pool, () -> pool.execute(c));
    });
    entry("ForkJoinTask.exec in a pool of one thread", (c, n) -> {
      ForkJoinPool pool = new ForkJoinPool(1);
      return pool(
          pool,
          () ->
              pool.execute(
                  new RecursiveAction() {
                    @Override
                    protected void compute() {
                      c.run();
                    }
                  }));
    });
    entry("CountedCompleter.onCompletion", (c, n) -> {
      ForkJoinPool pool = new ForkJoinPool(1);
      return pool(pool, () -> pool.execute(new Step(c, null)));
    });
    entry("TimerTask.run", (c, n) -> {
      Timer timer = new Timer(true);
      return call(
          () ->
              timer.schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      c.run();
                    }
                  },
                  0),
          () -> { Thread.sleep(5); timer.cancel(); });
    });
    entry("SubmissionPublisher, one subscriber", (c, n) -> {
      SubmissionPublisher<Object> publisher = new SubmissionPublisher<>(THREADS, 16);
      CompletableFuture<Void> end = publisher.consume(item -> c.run());
      return call(
          () -> publisher.submit("a"),
          () -> { publisher.close(); end.get(2, TimeUnit.SECONDS); });
    });
    entry("CompletableFuture chain", (c, n) -> {
      CompletableFuture<Object> first = new CompletableFuture<>();
      CompletableFuture<Void> last =
          first
              .thenRunAsync(c, THREADS)
              .thenRunAsync(c, THREADS)
              .handleAsync((a, b) -> { c.run(); return null; }, THREADS);
      return call(() -> first.complete("a"), () -> last.get(2, TimeUnit.SECONDS));
    });
  }

  static void others() {
    entry("ClassLoader.loadClass", (c, n) -> {
      ClassLoader loader = new Loader(c);
      return () -> { try { loader.loadClass("no.such.Type"); } catch (ClassNotFoundException e) { } };
    });
    entry("ClassLoader.loadClass, parallel capable", (c, n) -> {
      ClassLoader loader = new ParallelLoader(c);
      return () -> { try { loader.loadClass("no.such.Type"); } catch (ClassNotFoundException e) { } };
    });
    entry("SecureRandom.nextBytes", (c, n) -> {
      SecureRandom random = new OwnRandom(c);
      return () -> random.nextBytes(new byte[1]);
    });
    entry("SecureRandom.setSeed", (c, n) -> {
      SecureRandom random = new OwnRandom(c);
      return () -> random.setSeed(new byte[1]);
    });
    entry("Authenticator.requestPasswordAuthentication", (c, n) -> {
      Authenticator authenticator = new Asked(c);
      return () ->
          Authenticator.requestPasswordAuthentication(
              authenticator, "a", null, 1, "b", "c", "d", null, Authenticator.RequestorType.SERVER);
    });
    entry("AbstractSelectableChannel.configureBlocking", (c, n) -> {
      Line line = new Line(c);
      return () -> { line.configureBlocking(false); line.configureBlocking(true); };
    });
    entry("StreamHandler.flush", (c, n) -> {
      StreamHandler handler = new StreamHandler(new Sink(c), new SimpleFormatter());
      return () -> { handler.publish(new LogRecord(Level.SEVERE, "a")); handler.flush(); };
    });
    entry("MemoryHandler.push", (c, n) -> {
      MemoryHandler handler = new MemoryHandler(new Receiver(c), 9, Level.OFF);
      for (int i = 0; i < 9; i++) {
        handler.publish(new LogRecord(Level.SEVERE, "a"));
      }
      return () -> { handler.publish(new LogRecord(Level.SEVERE, "a")); handler.push(); };
    });
    entry("AbstractPreferences.put", (c, n) -> {
      Settings settings = new Settings(c);
      return () -> settings.put("a", "b");
    });
    entry("AbstractPreferences.get", (c, n) -> {
      Settings settings = new Settings(c);
      return () -> settings.get("a", "b");
    });
    entry("AbstractPreferences.remove", (c, n) -> {
      Settings settings = new Settings(c);
      return () -> settings.remove("a");
    });
    entry("AbstractPreferences.keys", (c, n) -> {
      Settings settings = new Settings(c);
      return () -> settings.keys();
    });
    entry("AbstractPreferences.childrenNames", (c, n) -> {
      Settings settings = new Settings(c);
      return () -> settings.childrenNames();
    });
    entry("AbstractDocument.insertString", (c, n) -> {
      PlainDocument document = new PlainDocument();
      document.addDocumentListener(
          new DocumentListener() {
            @Override
            public void insertUpdate(DocumentEvent event) {
              c.run();
            }

            @Override
            public void removeUpdate(DocumentEvent event) {}

            @Override
            public void changedUpdate(DocumentEvent event) {}
          });
      return () -> document.insertString(0, "a", null);
    });
    entry("UndoableEditSupport.postEdit", (c, n) -> {
      UndoableEditSupport support = new UndoableEditSupport();
      support.addUndoableEditListener(event -> c.run());
      UndoableEdit edit = new AbstractUndoableEdit();
      return () -> support.postEdit(edit);
    });
  }

  // ---- the runs

  /** Runs an entry with so many receivers, one (correct) or two (racy), by two threads. */
  static void run(Maker maker, Runnable counter, int receivers, String name) throws Exception {
    Call[] calls = new Call[receivers];
    for (int i = 0; i < receivers; i++) {
      calls[i] = maker.make(counter, 2 / receivers);
    }
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      Call call = calls[i % receivers];
      threads[i] =
          new Thread(
              () -> {
                try {
                  for (int k = 0; k < 3; k++) {
                    call.run();
                  }
                } catch (Exception e) {
                  System.out.println("failed " + name + ": " + e);
                }
              },
              name + " " + i);
      threads[i].setDaemon(true);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join(5_000);
      if (thread.isAlive()) {
        System.out.println("failed " + name + ": blocks");
      }
    }
    for (Call call : calls) {
      call.close();
    }
  }

  /** Counts, and sees whether the JDK really makes one call after the other. */
  static final class Exclusive implements Runnable {
    private final AtomicReference<Thread> inside = new AtomicReference<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean overlap;

    @Override
    public void run() {
      Thread self = Thread.currentThread();
      count.incrementAndGet();
      if (inside.get() == self) {
        return;
      }
      overlap |= !inside.compareAndSet(null, self);
      LockSupport.parkNanos(200_000);
      inside.compareAndSet(self, null);
    }

    @Override
    public String toString() {
      return count + (overlap ? " overlap" : " one by one");
    }
  }

  /**
   * The counter of an entry is a class of its own, so that the variable names the entry: K2i of the
   * correct run of entry i, K2i+1 of its twin.
   */
  static Runnable counter(int number) throws Exception {
    return (Runnable) Class.forName("K" + number).getDeclaredConstructor().newInstance();
  }

  public static void main(String[] args) throws Exception {
    int number = 0;
    for (Map.Entry<String, Maker> entry : ENTRIES.entrySet()) {
      if (args[0].equals("list")) {
        System.out.println(entry.getKey());
        continue;
      }
      int self = number++;
      if (args.length > 1 && !Set.of(args).contains(Integer.toString(self))) {
        continue;
      }
      for (int twin = 0; twin < 2; twin++) {
        boolean probe = args[0].equals("probe");
        Runnable counter = probe ? new Exclusive() : counter(2 * self + twin);
        run(entry.getValue(), counter, 1 + twin, "K" + (2 * self + twin));
        if (probe) {
          Thread.sleep(1);
          System.out.println("K" + (2 * self + twin) + " " + counter);
        }
      }
    }
    System.out.println("done");
    System.out.flush();
    Runtime.getRuntime().exit(0);
  }
}
