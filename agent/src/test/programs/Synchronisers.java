import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.lang.invoke.*;
import java.util.stream.*;

/**
 * Correctly synchronised programs, one for each class of the JDK; the argument names it. With "racy"
 * as second argument whoever has given a box away touches one more field of it, and only that.
 */
public class Synchronisers {
  static final int N = 60;
  static boolean racy;

  /** Plain data that only the synchroniser under test protects. */
  static final class Box {
    int value;
    int[] cells = new int[4];
    int late;

    void touch() {
      value++;
      cells[value & 3] += value;
      after();
    }

    int look() {
      return racy ? value + late : value;
    }

    /** When the box is no longer ours. */
    void after() {
      if (racy) {
        late++;
      }
    }
  }

  interface Body {
    void run() throws Exception;
  }

  static void threads(int n, Body body) throws Exception {
    Thread[] all = new Thread[n];
    for (int i = 0; i < n; i++) {
      all[i] = new Thread(() -> { try { body.run(); } catch (Exception e) { throw new AssertionError(e); } });
    }
    for (Thread t : all) t.start();
    for (Thread t : all) t.join();
  }

  static void pair(Body a, Body b) throws Exception {
    AtomicInteger turn = new AtomicInteger();
    threads(2, () -> { if (turn.getAndIncrement() == 0) a.run(); else b.run(); });
  }

  public static void main(String[] args) throws Exception {
    racy = args.length > 1;
    switch (args[0]) {
      case "monitor" -> monitor();
      case "reentrantLock" -> reentrantLock();
      case "tryLock" -> tryLock();
      case "condition" -> condition();
      case "readWriteLock" -> readWriteLock();
      case "stampedLock" -> stampedLock();
      case "semaphore" -> semaphore();
      case "countDownLatch" -> countDownLatch();
      case "cyclicBarrier" -> cyclicBarrier();
      case "phaser" -> phaser();
      case "exchanger" -> exchanger();
      case "arrayBlockingQueue" -> queue(new ArrayBlockingQueue<>(2));
      case "linkedBlockingQueue" -> queue(new LinkedBlockingQueue<>());
      case "linkedBlockingDeque" -> queue(new LinkedBlockingDeque<>(3));
      case "synchronousQueue" -> queue(new SynchronousQueue<>());
      case "linkedTransferQueue" -> queue(new LinkedTransferQueue<>());
      case "priorityBlockingQueue" -> queue(new PriorityBlockingQueue<>(4, Comparator.comparing(Object::hashCode)));
      case "delayQueue" -> delayQueue();
      case "concurrentLinkedQueue" -> polled(new ConcurrentLinkedQueue<>());
      case "concurrentLinkedDeque" -> polled(new ConcurrentLinkedDeque<>());
      case "concurrentHashMap" -> map(new ConcurrentHashMap<>());
      case "concurrentSkipListMap" -> map(new ConcurrentSkipListMap<>());
      case "synchronizedMap" -> map(Collections.synchronizedMap(new HashMap<>()));
      case "hashtable" -> map(new Hashtable<>());
      case "mapCompute" -> mapCompute();
      case "mapIteration" -> mapIteration();
      case "mapStreams" -> mapStreams();
      case "mapBulk" -> mapBulk();
      case "copyOnWriteArrayList" -> list(new CopyOnWriteArrayList<>());
      case "vector" -> list(new Vector<>());
      case "synchronizedList" -> list(Collections.synchronizedList(new ArrayList<>()));
      case "atomicInteger" -> atomicInteger();
      case "atomicReference" -> atomicReference();
      case "atomicArray" -> atomicArray();
      case "fieldUpdater" -> fieldUpdater();
      case "varHandle" -> varHandle();
      case "otherHandles" -> otherHandles();
      case "unsafe" -> unsafe();
      case "reflection" -> reflection();
      case "lockSupport" -> lockSupport();
      case "threadPool" -> threadPool();
      case "scheduledPool" -> scheduledPool();
      case "completionService" -> completionService();
      case "forkJoin" -> forkJoin();
      case "completableFuture" -> completableFuture();
      case "parallelStream" -> parallelStream();
      case "timer" -> timer();
      case "interrupt" -> interrupt();
      case "volatileFlag" -> volatileFlag();
      case "waitNotify" -> waitNotify();
      case "classInit" -> classInit();
      case "threadJoin" -> threadJoin();
      case "finalFields" -> finalFields();
      case "ownSynchronizer" -> ownSynchronizer();
      case "isAlive" -> isAlive();
      case "virtualThreads" -> virtualThreads();
      case "structured" -> structured();
      case "threadCount" -> threadCount();
      case "shutdownHook" -> shutdownHook();
      case "eventQueue" -> eventQueue();
      case "executorVirtual" -> executorVirtual();
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("done");
  }

  static void monitor() throws Exception {
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { try { locked(box, i); } catch (IllegalStateException e) { synchronized (box) { box.touch(); } } box.after(); } });
  }

  static void locked(Box box, int i) {
    synchronized (box) { box.touch(); if (i % 3 == 0) throw new IllegalStateException(); }
  }

  static void reentrantLock() throws Exception {
    Box box = new Box();
    ReentrantLock lock = new ReentrantLock();
    threads(3, () -> { for (int i = 0; i < N; i++) { lock.lock(); try { lock.lock(); try { box.touch(); } finally { lock.unlock(); } box.touch(); } finally { lock.unlock(); } box.after(); } });
  }

  static void tryLock() throws Exception {
    Box box = new Box();
    ReentrantLock lock = new ReentrantLock();
    threads(3, () -> { for (int i = 0; i < N; ) { if (lock.tryLock()) { try { box.touch(); i++; } finally { lock.unlock(); } box.after(); } else Thread.yield(); } });
    threads(2, () -> { for (int i = 0; i < N; ) { if (lock.tryLock(5, TimeUnit.SECONDS)) { try { box.touch(); i++; } finally { lock.unlock(); } box.after(); } } });
  }

  static void condition() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition full = lock.newCondition();
    Condition empty = lock.newCondition();
    ArrayDeque<Box> deque = new ArrayDeque<>();
    int[] size = {0};
    Box[] slot = {null};
    pair(
        () -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); lock.lockInterruptibly(); try { while (size[0] > 0) empty.await(); slot[0] = b; size[0] = 1; full.signal(); } finally { lock.unlock(); } b.after(); } },
        () -> { for (int i = 0; i < N; i++) { Box b; lock.lock(); try { while (size[0] == 0) full.await(1, TimeUnit.SECONDS); b = slot[0]; size[0] = 0; empty.signalAll(); } finally { lock.unlock(); } b.touch(); } });
  }

  static void readWriteLock() throws Exception {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    Box box = new Box();
    int[] sink = new int[1];
    threads(4, () -> { int sum = 0; for (int i = 0; i < N; i++) { if (i % 4 == 0) { lock.writeLock().lock(); try { box.touch(); } finally { lock.writeLock().unlock(); } box.after(); } else if (i % 4 == 1) { if (lock.readLock().tryLock()) { try { sum += box.look(); } finally { lock.readLock().unlock(); } } } else { lock.readLock().lock(); try { sum += box.look() + box.cells[1]; } finally { lock.readLock().unlock(); } } } if (sum < -1) System.out.println(sum); });
  }

  static void stampedLock() throws Exception {
    StampedLock lock = new StampedLock();
    Box box = new Box();
    threads(4, () -> { int sum = 0; for (int i = 0; i < N; i++) { if (i % 3 == 0) { long s = lock.writeLock(); try { box.touch(); } finally { lock.unlockWrite(s); } box.after(); } else if (i % 3 == 1) { long s = lock.readLock(); try { sum += box.look(); } finally { lock.unlock(s); } } else { long s = lock.readLock(); try { long w = lock.tryConvertToWriteLock(s); if (w != 0) { s = w; box.touch(); } } finally { lock.unlock(s); } } } });
  }

  static void semaphore() throws Exception {
    Semaphore s = new Semaphore(1);
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { if (i % 2 == 0) { s.acquire(); } else { while (!s.tryAcquire()) Thread.yield(); } try { box.touch(); } finally { s.release(); } box.after(); } });
  }

  static void countDownLatch() throws Exception {
    for (int k = 0; k < 10; k++) {
      CountDownLatch latch = new CountDownLatch(3);
      Box[] boxes = {new Box(), new Box(), new Box()};
      AtomicInteger id = new AtomicInteger();
      Thread reader = new Thread(() -> { try { latch.await(); } catch (InterruptedException e) { return; } for (Box b : boxes) b.touch(); });
      reader.start();
      threads(3, () -> { Box b = boxes[id.getAndIncrement()]; b.touch(); latch.countDown(); b.after(); });
      reader.join();
    }
  }

  static void cyclicBarrier() throws Exception {
    Box[] boxes = {new Box(), new Box(), new Box()};
    Box total = new Box();
    CyclicBarrier barrier = new CyclicBarrier(3, () -> { for (Box b : boxes) total.value += b.value; });
    AtomicInteger id = new AtomicInteger();
    threads(3, () -> { int me = id.getAndIncrement(); for (int i = 0; i < N; i++) { boxes[me].touch(); barrier.await(); boxes[me].after(); int seen = total.value + boxes[(me + 1) % 3].look(); barrier.await(10, TimeUnit.SECONDS); } });
  }

  static void phaser() throws Exception {
    Box[] boxes = {new Box(), new Box(), new Box()};
    Box total = new Box();
    Phaser phaser = new Phaser(3) { @Override protected boolean onAdvance(int phase, int parties) { for (Box b : boxes) total.value += b.value; return false; } };
    AtomicInteger id = new AtomicInteger();
    threads(3, () -> { int me = id.getAndIncrement(); for (int i = 0; i < N; i++) { boxes[me].touch(); phaser.arriveAndAwaitAdvance(); boxes[me].after(); int seen = total.value + boxes[(me + 1) % 3].look(); int p = phaser.arrive(); phaser.awaitAdvance(p); } });
  }

  static void exchanger() throws Exception {
    Exchanger<Box> exchanger = new Exchanger<>();
    threads(2, () -> { Box b = new Box(); for (int i = 0; i < N; i++) { Box mine = b; b.touch(); b = exchanger.exchange(b); mine.after(); } });
  }

  static void queue(BlockingQueue<Object> q) throws Exception {
    pair(
        () -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); if (i % 2 == 0) q.put(b); else while (!q.offer(b, 1, TimeUnit.SECONDS)) { } b.after(); } },
        () -> { for (int i = 0; i < N; i++) { Box b = null; if (i % 3 == 0) b = (Box) q.take(); else while (b == null) b = (Box) q.poll(1, TimeUnit.SECONDS); b.touch(); } });
  }

  static void delayQueue() throws Exception {
    final class Item implements Delayed {
      final Box box = new Box();
      public long getDelay(TimeUnit unit) { return 0; }
      public int compareTo(Delayed o) { return 0; }
    }
    DelayQueue<Item> q = new DelayQueue<>();
    pair(() -> { for (int i = 0; i < N; i++) { Item x = new Item(); x.box.touch(); q.put(x); x.box.after(); } }, () -> { for (int i = 0; i < N; i++) q.take().box.touch(); });
  }

  static void polled(Queue<Box> q) throws Exception {
    pair(() -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); q.add(b); b.after(); } }, () -> { for (int i = 0; i < N; ) { Box b = q.poll(); if (b != null) { b.touch(); i++; } else Thread.yield(); } });
  }

  static void map(Map<String, Box> map) throws Exception {
    pair(
        () -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); if (i % 2 == 0) map.put("k" + i, b); else map.putIfAbsent("k" + i, b); b.after(); } },
        () -> { for (int i = 0; i < N; ) { Box b = i % 3 == 0 ? map.remove("k" + i) : map.get("k" + i); if (b != null) { b.touch(); i++; } else Thread.yield(); } });
  }

  static void mapCompute() throws Exception {
    ConcurrentHashMap<String, Box> map = new ConcurrentHashMap<>();
    threads(3, () -> { for (int i = 0; i < N; i++) { map.compute("k" + i % 3, (k, b) -> { Box x = b == null ? new Box() : b; x.touch(); return x; }).after(); map.merge("m", new Box(), (a, b) -> { a.touch(); return a; }).after(); map.computeIfAbsent("a" + i, k -> { Box x = new Box(); x.touch(); return x; }); } });
  }

  static void mapIteration() throws Exception {
    ConcurrentHashMap<Integer, Box> map = new ConcurrentHashMap<>();
    ConcurrentSkipListMap<Integer, Box> skip = new ConcurrentSkipListMap<>();
    pair(
        () -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); map.put(i, b); b.after(); Box c = new Box(); c.touch(); skip.put(i, c); c.after(); } },
        () -> { for (int i = 0; i < N; i++) { int sum = 0; for (Box b : map.values()) sum += b.look(); for (Map.Entry<Integer, Box> e : map.entrySet()) sum += e.getValue().look(); for (Integer k : map.keySet()) sum += k; map.forEach((k, b) -> { if (b.value < 0) throw new AssertionError(); }); for (Box b : skip.values()) sum += b.look(); } });
  }

  /** Streams over collections that grow: an element that comes up was added before. */
  static void mapStreams() throws Exception {
    ConcurrentHashMap<Integer, Box> map = new ConcurrentHashMap<>();
    ConcurrentSkipListMap<Integer, Box> skip = new ConcurrentSkipListMap<>();
    ConcurrentLinkedQueue<Box> queue = new ConcurrentLinkedQueue<>();
    LinkedBlockingQueue<Box> blocking = new LinkedBlockingQueue<>();
    Set<Box> keys = ConcurrentHashMap.newKeySet();
    pair(
        () -> {
          for (int i = 0; i < 3 * N; i++) {
            Box[] all = {touched(), touched(), touched(), touched(), touched()};
            map.put(i, all[0]);
            skip.put(i, all[1]);
            queue.add(all[2]);
            blocking.add(all[3]);
            keys.add(all[4]);
            for (Box b : all) b.after();
          }
        },
        () -> {
          for (int i = 0; i < 3; i++) {
            int sum = map.values().stream().mapToInt(b -> b.look()).sum();
            sum += map.entrySet().stream().mapToInt(e -> e.getValue().look()).sum();
            sum += map.values().parallelStream().mapToInt(b -> b.look()).sum();
            sum += skip.values().stream().mapToInt(b -> b.look()).sum();
            sum += skip.entrySet().parallelStream().mapToInt(e -> e.getValue().look()).sum();
            sum += queue.stream().mapToInt(b -> b.look()).sum();
            sum += queue.parallelStream().mapToInt(b -> b.look()).sum();
            sum += blocking.stream().mapToInt(b -> b.look()).sum();
            sum += keys.stream().mapToInt(b -> b.look()).sum();
            for (Spliterator<Box> s = keys.spliterator(); s.tryAdvance(b -> b.cells[0]++); ) sum++;
            for (Iterator<Box> it = skip.descendingMap().values().iterator(); it.hasNext(); ) sum += it.next().look();
            for (Enumeration<Box> e = map.elements(); e.hasMoreElements(); ) sum += e.nextElement().look();
            if (sum < 0) throw new AssertionError();
          }
        });
  }

  static Box touched() {
    Box b = new Box();
    b.touch();
    return b;
  }

  static void mapBulk() throws Exception {
    ConcurrentHashMap<Integer, Box> map = new ConcurrentHashMap<>();
    for (int i = 0; i < 2 * N; i++) map.put(-i, touched());
    pair(
        () -> { for (int i = 1; i < 3 * N; i++) { Box b = touched(); map.put(i, b); b.after(); } },
        () -> {
          for (int i = 0; i < 5; i++) {
            map.forEach(1, (k, b) -> { if (b.value < 0) throw new AssertionError(); });
            map.forEachValue(1, b -> { if (b.value < 0) throw new AssertionError(); });
            int sum = map.reduceValuesToInt(1, b -> b.look(), 0, Integer::sum);
            Box found = map.searchValues(1, b -> b.value < 0 ? b : null);
            Box least = map.reduceValues(1, (a, b) -> a.value < b.value ? a : b);
            if (sum < 0 || found != null || least == null) throw new AssertionError();
          }
        });
  }

  static void list(List<Box> list) throws Exception {
    pair(
        () -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); list.add(b); b.after(); } },
        () -> { for (int i = 0; i < N; ) { if (list.size() > i) { list.get(i).touch(); i++; } else Thread.yield(); } });
  }

  static void atomicInteger() throws Exception {
    AtomicInteger lock = new AtomicInteger();
    AtomicBoolean flag = new AtomicBoolean();
    AtomicLong ticket = new AtomicLong();
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { while (!lock.compareAndSet(0, 1)) Thread.yield(); box.touch(); lock.set(0); box.after(); } });
    Box second = new Box();
    threads(2, () -> { for (int i = 0; i < N; i++) { while (flag.getAndSet(true)) Thread.yield(); second.touch(); flag.lazySet(false); second.after(); } });
    pair(() -> { box.touch(); ticket.incrementAndGet(); box.after(); }, () -> { while (ticket.get() == 0) Thread.yield(); box.touch(); });
    pair(() -> { second.touch(); ticket.updateAndGet(x -> x + 5); second.after(); }, () -> { while (ticket.getAcquire() < 5) Thread.yield(); second.touch(); });
  }

  static void atomicReference() throws Exception {
    AtomicReference<Box> slot = new AtomicReference<>();
    pair(() -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); while (!slot.compareAndSet(null, b)) Thread.yield(); b.after(); } }, () -> { for (int i = 0; i < N; ) { Box b = slot.getAndSet(null); if (b != null) { b.touch(); i++; } else Thread.yield(); } });
    AtomicStampedReference<Box> stamped = new AtomicStampedReference<>(null, 0);
    pair(() -> { Box b = new Box(); b.touch(); stamped.set(b, 1); b.after(); }, () -> { Box b; while ((b = stamped.getReference()) == null) Thread.yield(); b.touch(); });
  }

  static void atomicArray() throws Exception {
    AtomicIntegerArray array = new AtomicIntegerArray(4);
    AtomicReferenceArray<Box> refs = new AtomicReferenceArray<>(2);
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { while (!array.compareAndSet(2, 0, 1)) Thread.yield(); box.touch(); array.set(2, 0); box.after(); } });
    pair(() -> { Box b = new Box(); b.touch(); refs.set(1, b); b.after(); }, () -> { Box b; while ((b = refs.get(1)) == null) Thread.yield(); b.touch(); });
  }

  static volatile Box published;
  volatile int state;
  volatile Box link;
  static final AtomicIntegerFieldUpdater<Synchronisers> STATE = AtomicIntegerFieldUpdater.newUpdater(Synchronisers.class, "state");
  static final AtomicReferenceFieldUpdater<Synchronisers, Box> LINK = AtomicReferenceFieldUpdater.newUpdater(Synchronisers.class, Box.class, "link");

  static void fieldUpdater() throws Exception {
    Synchronisers s = new Synchronisers();
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { while (!STATE.compareAndSet(s, 0, 1)) Thread.yield(); box.touch(); if (i % 2 == 0) s.state = 0; else STATE.set(s, 0); box.after(); } });
    pair(() -> { Box b = new Box(); b.touch(); LINK.set(s, b); b.after(); }, () -> { Box b; while ((b = s.link) == null) Thread.yield(); b.touch(); });
  }

  static final VarHandle FLAG;
  static final VarHandle PLAIN;
  static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  static final VarHandle STATIC;
  volatile int flag;
  Object plain;
  static int shared;

  static {
    try {
      FLAG = MethodHandles.lookup().findVarHandle(Synchronisers.class, "flag", int.class);
      PLAIN = MethodHandles.lookup().findVarHandle(Synchronisers.class, "plain", Object.class);
      STATIC = MethodHandles.lookup().findStaticVarHandle(Synchronisers.class, "shared", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void varHandle() throws Exception {
    Synchronisers s = new Synchronisers();
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { while (!FLAG.compareAndSet(s, 0, 1)) Thread.yield(); box.touch(); if (i % 2 == 0) s.flag = 0; else FLAG.setVolatile(s, 0); box.after(); } });
    pair(() -> { Box b = new Box(); b.touch(); PLAIN.setRelease(s, b); b.after(); }, () -> { Box b; while ((b = (Box) PLAIN.getAcquire(s)) == null) Thread.yield(); b.touch(); });
    int[] locks = new int[2];
    Box second = new Box();
    threads(2, () -> { for (int i = 0; i < N; i++) { while (!ELEMENT.weakCompareAndSet(locks, 1, 0, 1)) Thread.yield(); second.touch(); ELEMENT.setVolatile(locks, 1, 0); second.after(); } });
    Box third = new Box();
    threads(2, () -> { for (int i = 0; i < N; i++) { while ((int) STATIC.compareAndExchange(0, 1) != 0) Thread.yield(); third.touch(); STATIC.setRelease(0); third.after(); } });
  }

  /** A volatile field that two threads hand a box over with. */
  static final class Door {
    volatile Box box;
    volatile int state;
    static volatile Box common;
    Box plain;
  }

  /** Handles that are made from a reflected field, and method handles of volatile fields. */
  static void otherHandles() throws Exception {
    var lookup = MethodHandles.lookup();
    VarHandle state = lookup.unreflectVarHandle(Door.class.getDeclaredField("state"));
    Door door = new Door();
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { while (!state.compareAndSet(door, 0, 1)) Thread.yield(); box.touch(); door.state = 0; box.after(); } });
    MethodHandle get = lookup.findGetter(Door.class, "box", Box.class);
    MethodHandle set = lookup.unreflectSetter(Door.class.getDeclaredField("box"));
    MethodHandle getCommon = lookup.findStaticGetter(Door.class, "common", Box.class);
    MethodHandle setCommon = lookup.findStaticSetter(Door.class, "common", Box.class);
    for (int i = 0; i < 4; i++) {
      Door d = new Door();
      Door.common = null;
      boolean direct = i % 2 == 0;
      pair(
          () -> {
            try { Box b = touched(); if (direct) d.box = b; else set.invokeExact(d, b); b.after(); b = touched(); if (direct) setCommon.invokeExact(b); else Door.common = b; b.after(); } catch (Throwable e) { throw new AssertionError(e); }
          },
          () -> {
            try {
              Box b;
              while ((b = direct ? (Box) get.invokeExact(d) : d.box) == null) Thread.yield();
              b.touch();
              while ((b = direct ? Door.common : (Box) getCommon.invokeExact()) == null) Thread.yield();
              b.touch();
            } catch (Throwable e) { throw new AssertionError(e); }
          });
    }
  }

  static void reflection() throws Exception {
    var field = Door.class.getDeclaredField("box");
    var common = Door.class.getDeclaredField("common");
    for (int i = 0; i < 4; i++) {
      Door d = new Door();
      Door.common = null;
      boolean direct = i % 2 == 0;
      pair(
          () -> { Box b = touched(); if (direct) d.box = b; else field.set(d, b); b.after(); b = touched(); if (direct) common.set(null, b); else Door.common = b; b.after(); },
          () -> {
            Box b;
            while ((b = direct ? (Box) field.get(d) : d.box) == null) Thread.yield();
            b.touch();
            while ((b = direct ? Door.common : (Box) common.get(null)) == null) Thread.yield();
            b.touch();
          });
    }
  }

  static void unsafe() throws Exception {
    var access = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    access.setAccessible(true);
    var unsafe = (sun.misc.Unsafe) access.get(null);
    long state = unsafe.objectFieldOffset(Door.class.getDeclaredField("state"));
    long plain = unsafe.objectFieldOffset(Door.class.getDeclaredField("plain"));
    var commonField = Door.class.getDeclaredField("common");
    Object commonBase = unsafe.staticFieldBase(commonField);
    long common = unsafe.staticFieldOffset(commonField);
    Door door = new Door();
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { while (!unsafe.compareAndSwapInt(door, state, 0, 1)) Thread.yield(); box.touch(); if (i % 3 == 0) door.state = 0; else if (i % 3 == 1) unsafe.putOrderedInt(door, state, 0); else unsafe.getAndAddInt(door, state, -1); box.after(); } });
    pair(() -> { Box b = touched(); unsafe.putOrderedObject(door, plain, b); b.after(); }, () -> { Box b; while ((b = (Box) unsafe.getObjectVolatile(door, plain)) == null) Thread.yield(); b.touch(); });
    pair(() -> { Box b = touched(); unsafe.putObjectVolatile(commonBase, common, b); b.after(); }, () -> { Box b; while ((b = Door.common) == null) Thread.yield(); b.touch(); });
    int[] locks = new int[3];
    long second = sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET + sun.misc.Unsafe.ARRAY_INT_INDEX_SCALE;
    VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
    Box last = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { while (!unsafe.compareAndSwapInt(locks, second, 0, 1)) Thread.yield(); last.touch(); element.setVolatile(locks, 1, 0); last.after(); } });
  }

  static void lockSupport() throws Exception {
    Box box = new Box();
    Thread[] parked = new Thread[1];
    boolean[] go = {false};
    Thread t = new Thread(() -> { LockSupport.park(); box.touch(); });
    // Once only: a park may return without reason, so the box is touched after the join too.
    t.start();
    LockSupport.unpark(t);
    box.after();
    t.join();
    box.touch();
  }

  static void threadPool() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    Box box = new Box();
    List<Future<Box>> futures = new ArrayList<>();
    for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); futures.add(pool.submit(() -> { b.touch(); return b; })); b.after(); }
    for (Future<Box> f : futures) f.get().touch();
    for (int i = 0; i < 10; i++) { box.touch(); pool.submit(box::touch).get(); }
    Box[] many = new Box[10];
    for (int i = 0; i < 10; i++) { Box b = many[i] = new Box(); b.touch(); pool.execute(b::touch); b.after(); }
    List<Callable<Box>> calls = new ArrayList<>();
    for (int i = 0; i < 5; i++) { Box b = new Box(); b.touch(); calls.add(() -> { b.touch(); return b; }); }
    for (Future<Box> f : pool.invokeAll(calls)) f.get().touch();
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    for (Box b : many) b.touch();
    ExecutorService single = Executors.newSingleThreadExecutor();
    for (int i = 0; i < N; i++) { single.execute(box::touch); box.after(); }
    single.shutdown();
    while (!single.awaitTermination(1, TimeUnit.SECONDS)) { }
    box.touch();
  }

  static void scheduledPool() throws Exception {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    Box box = new Box();
    box.touch();
    ScheduledFuture<?> once = pool.schedule(box::touch, 1, TimeUnit.MILLISECONDS);
    box.after();
    once.get();
    box.touch();
    CountDownLatch latch = new CountDownLatch(5);
    Box periodic = new Box();
    ScheduledFuture<?> f = pool.scheduleAtFixedRate(() -> { periodic.touch(); latch.countDown(); }, 0, 1, TimeUnit.MILLISECONDS);
    periodic.after();
    latch.await();
    pool.shutdownNow();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    periodic.touch();
  }

  static void completionService() throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    ExecutorCompletionService<Box> service = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < N; i++) { Box b = new Box(); service.submit(() -> { b.touch(); return b; }); b.after(); }
    for (int i = 0; i < N; i++) service.take().get().touch();
    pool.shutdown();
  }

  static final class Sum extends RecursiveTask<Integer> {
    final int[] data; final int from; final int to;
    Sum(int[] data, int from, int to) { this.data = data; this.from = from; this.to = to; }
    @Override protected Integer compute() {
      if (to - from < 8) { int s = 0; for (int i = from; i < to; i++) s += data[i]++; return s; }
      Sum left = new Sum(data, from, (from + to) / 2);
      Sum right = new Sum(data, (from + to) / 2, to);
      if (to % 3 == 0) { invokeAll(left, right); return left.join() + right.join() + data[from]++; }
      left.fork();
      int r = right.compute();
      return left.join() + r + data[from]++;
    }
  }

  static void forkJoin() throws Exception {
    int[] data = new int[200];
    for (int i = 0; i < 200; i++) data[i] = i;
    ForkJoinPool pool = new ForkJoinPool(3);
    pool.invoke(new Sum(data, 0, 200));
    data[7]++;
    new Sum(data, 0, 200).invoke();
    ForkJoinTask<Integer> t = pool.submit(new Sum(data, 0, 200));
    t.get();
    data[9]++;
    Box b = new Box();
    b.touch();
    ForkJoinTask<?> task = pool.submit(b::touch);
    b.after();
    task.join();
    b.touch();
    pool.shutdown();
  }

  static void completableFuture() throws Exception {
    for (int k = 0; k < 10; k++) {
      Box b = new Box();
      b.touch();
      CompletableFuture<Box> f = CompletableFuture.supplyAsync(() -> { b.touch(); return b; });
      b.after();
      CompletableFuture<Box> g = f.thenApply(x -> { x.touch(); return x; }).thenApplyAsync(x -> { x.touch(); return x; });
      CompletableFuture<Void> h = g.thenAccept(Box::touch);
      h.join();
      b.touch();
      Box c = new Box();
      c.touch();
      CompletableFuture<Box> manual = new CompletableFuture<>();
      Thread t = new Thread(() -> { c.touch(); manual.complete(c); c.after(); });
      t.start();
      manual.get().touch();
      Box d = new Box();
      Box e = new Box();
      CompletableFuture<Box> x = CompletableFuture.supplyAsync(() -> { d.touch(); return d; });
      CompletableFuture<Box> y = CompletableFuture.supplyAsync(() -> { e.touch(); return e; });
      x.thenCombine(y, (p, q) -> { p.touch(); q.touch(); return p; }).join().touch();
      CompletableFuture.allOf(x, y).thenRun(() -> { d.touch(); e.touch(); }).join();
      e.touch();
      x.handle((p, err) -> { p.touch(); return p; }).whenComplete((p, err) -> p.touch()).get();
      d.touch();
    }
  }

  static void parallelStream() {
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < 100; i++) boxes.add(new Box());
    Box shared = new Box();
    boxes.parallelStream().forEach(b -> { b.touch(); shared.after(); });
    for (Box b : boxes) b.touch();
    int sum = boxes.parallelStream().mapToInt(b -> { b.touch(); return b.value; }).sum();
    Box total = IntStream.range(0, 100).parallel().collect(Box::new, (b, i) -> b.value += i, (a, b) -> a.value += b.value);
    total.touch();
    Map<Boolean, List<Box>> split = boxes.parallelStream().collect(Collectors.partitioningBy(b -> b.value > 0));
    for (Box b : split.get(true)) b.touch();
  }

  static void timer() throws Exception {
    Timer timer = new Timer(true);
    Box box = new Box();
    box.touch();
    CountDownLatch latch = new CountDownLatch(3);
    timer.schedule(new TimerTask() { @Override public void run() { box.touch(); latch.countDown(); if (latch.getCount() == 0) cancel(); } }, 1, 1);
    box.after();
    latch.await();
    Box once = new Box();
    once.touch();
    Semaphore s = new Semaphore(0);
    timer.schedule(new TimerTask() { @Override public void run() { once.touch(); s.release(); } }, 1);
    once.after();
    s.acquire();
    once.touch();
  }

  static void interrupt() throws Exception {
    Box box = new Box();
    Thread t = new Thread(() -> { try { Thread.sleep(100_000); } catch (InterruptedException e) { box.touch(); } });
    t.start();
    box.touch();
    t.interrupt();
    box.after();
    t.join();
    Box other = new Box();
    Thread u = new Thread(() -> { while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait(); other.touch(); Thread.interrupted(); });
    u.start();
    other.touch();
    u.interrupt();
    other.after();
    u.join();
    Box third = new Box();
    Object monitor = new Object();
    Thread w = new Thread(() -> { synchronized (monitor) { try { while (true) monitor.wait(); } catch (InterruptedException e) { third.touch(); } } });
    w.start();
    third.touch();
    w.interrupt();
    third.after();
    w.join();
    BlockingQueue<Box> q = new LinkedBlockingQueue<>();
    Box fourth = new Box();
    Thread x = new Thread(() -> { try { q.take(); } catch (InterruptedException e) { fourth.touch(); } });
    x.start();
    fourth.touch();
    x.interrupt();
    fourth.after();
    x.join();
  }

  static volatile boolean ready;

  static void volatileFlag() throws Exception {
    Box b = new Box();
    pair(() -> { b.touch(); ready = true; b.after(); }, () -> { while (!ready) Thread.onSpinWait(); b.touch(); });
  }

  static void waitNotify() throws Exception {
    Object monitor = new Object();
    Box[] slot = {null};
    pair(
        () -> { for (int i = 0; i < N; i++) { Box b = new Box(); b.touch(); synchronized (monitor) { synchronized (monitor) { while (slot[0] != null) monitor.wait(); slot[0] = b; monitor.notifyAll(); } } b.after(); } },
        () -> { for (int i = 0; i < N; i++) { Box b; synchronized (monitor) { while (slot[0] == null) monitor.wait(1000); b = slot[0]; slot[0] = null; monitor.notify(); } b.touch(); } });
  }

  static final class Lazy {
    static Box box = new Box();
    static int[] table = new int[8];
    static { for (int i = 0; i < 8; i++) table[i] = i; box.touch(); }
    static int look(int i) { return table[i] + box.value; }
    int instance;
    Lazy() { instance = table[3]; }
  }

  static void classInit() throws Exception {
    threads(3, () -> { int s = Lazy.look(3) + Lazy.table[2] + Lazy.box.cells[1] + new Lazy().instance; Lazy.box.after(); });
  }

  static void threadJoin() throws Exception {
    Box box = new Box();
    for (int i = 0; i < 10; i++) { Thread t = new Thread(box::touch); t.start(); box.after(); t.join(10_000); box.touch(); }
  }

  static void isAlive() throws Exception {
    Box box = new Box();
    Thread t = new Thread(box::touch);
    t.start();
    box.after();
    while (t.isAlive()) Thread.onSpinWait();
    box.touch();
    Thread u = new Thread(box::touch);
    u.start();
    box.after();
    while (u.getState() != Thread.State.TERMINATED) Thread.onSpinWait();
    box.touch();
  }

  static final class Point {
    final int x; final int[] y;
    Point(int x) { this.x = x; this.y = new int[] {x}; }
  }

  record Pair(int a, String b) {}

  static void finalFields() throws Exception {
    Point[] cell = new Point[1];
    Object lock = new Object();
    pair(() -> { synchronized (lock) { cell[0] = new Point(3); } }, () -> { Point p; synchronized (lock) { p = cell[0]; } if (p != null) { int s = p.x + p.y[0] + new Pair(1, "b").a(); } });
  }

  static final class Mutex extends AbstractQueuedSynchronizer {
    @Override protected boolean tryAcquire(int n) { return compareAndSetState(0, 1); }
    @Override protected boolean tryRelease(int n) { setState(0); return true; }
  }

  static void ownSynchronizer() throws Exception {
    Mutex mutex = new Mutex();
    Box box = new Box();
    threads(3, () -> { for (int i = 0; i < N; i++) { mutex.acquire(1); box.touch(); mutex.release(1); box.after(); } });
  }

  static void virtualThreads() throws Exception {
    var start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    Box[] boxes = new Box[20];
    Thread[] all = new Thread[20];
    ReentrantLock lock = new ReentrantLock();
    Box shared = new Box();
    for (int i = 0; i < 20; i++) { Box b = boxes[i] = new Box(); b.touch(); all[i] = (Thread) start.invoke(null, (Runnable) () -> { b.touch(); lock.lock(); try { shared.touch(); Thread.yield(); } finally { lock.unlock(); } shared.after(); }); b.after(); }
    for (Thread t : all) t.join();
    for (Box b : boxes) b.touch();
    shared.touch();
  }

  /** By reflection: a preview in the JDKs that have it, and not in the one that compiles this. */
  static void structured() throws Exception {
    Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
    Object scope = type.getMethod("open").invoke(null);
    var fork = type.getMethod("fork", Callable.class);
    var get = Class.forName("java.util.concurrent.StructuredTaskScope$Subtask").getMethod("get");
    Box[] boxes = new Box[20];
    Object[] tasks = new Object[boxes.length];
    for (int i = 0; i < boxes.length; i++) {
      Box b = boxes[i] = touched();
      tasks[i] = fork.invoke(scope, (Callable<Box>) () -> { b.touch(); return touched(); });
      b.after();
    }
    type.getMethod("join").invoke(scope);
    for (Box b : boxes) b.touch();
    for (Object task : tasks) ((Box) get.invoke(task)).touch();
    type.getMethod("close").invoke(scope);
  }

  /** Waiting for the end of threads by counting them, as it should not be done but is. */
  static void threadCount() throws Exception {
    Box[] boxes = new Box[5];
    for (int i = 0; i < boxes.length; i++) { Box b = boxes[i] = touched(); new Thread(b::touch).start(); b.after(); }
    while (Thread.activeCount() > 1) Thread.yield();
    for (Box b : boxes) b.touch();
  }

  /** The JVM runs the hooks after it has seen the last thread end. */
  static void shutdownHook() throws Exception {
    Box a = new Box();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> { for (int i = 0; i < 200; i++) a.touch(); }));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> { for (int i = 0; i < 200; i++) if (a.cells == null) throw new AssertionError(); }));
    new Thread(() -> { for (int i = 0; i < 1000; i++) synchronized (a) { a.touch(); } }).start();
    synchronized (a) { a.touch(); }
  }

  static void eventQueue() throws Exception {
    Box a = touched();
    java.awt.EventQueue.invokeAndWait(a::touch);
    a.touch();
    Box b = touched();
    CountDownLatch done = new CountDownLatch(1);
    java.awt.EventQueue.invokeLater(() -> { a.touch(); b.touch(); done.countDown(); });
    b.after();
    done.await();
    b.touch();
  }

  static void executorVirtual() throws Exception {
    ExecutorService pool = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    Box[] boxes = new Box[20];
    List<Future<?>> fs = new ArrayList<>();
    for (int i = 0; i < 20; i++) { Box b = boxes[i] = new Box(); b.touch(); fs.add(pool.submit(() -> { b.touch(); synchronized (pool) { Thread.yield(); } })); b.after(); }
    for (int i = 1; i < 10; i++) { fs.get(i).get(); }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    for (Box b : boxes) b.touch();
  }
}
