// race: CountsOfManyRacy.v
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CountsOfManyRacy {
    static int v;
    static class Pool extends ThreadPoolExecutor { Pool() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); } }
    static class Lock extends ReentrantLock { boolean isWaiting(Thread t) { return getQueuedThreads().contains(t); } }
    static void counted(ThreadPoolExecutor pool, IntSupplier active) throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        pool.execute(() -> { runs.countDown(); nap(10); v++; });
        runs.await();
        while (active.getAsInt() > 0) Thread.yield();
        new Thread(() -> v++).start();
        v++;
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
    }
    public static void main(String[] args) throws Exception {
        Pool own = new Pool();
        counted(own, () -> own.getActiveCount());
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        counted(pool, pool::getActiveCount);
        Pool bound = new Pool();
        counted(bound, bound::getActiveCount);
        Lock lock = new Lock();
        lock.lock();
        Thread waits = go(() -> { v++; lock.lock(); lock.unlock(); });
        while (!lock.isWaiting(waits)) Thread.yield();
        v++;
        lock.unlock();
        waits.join();
    }
    interface Body { void run() throws Throwable; }
    static Thread go(Body b) {
        Thread t = new Thread(() -> { try { b.run(); } catch (Throwable e) { die(e); } });
        t.start();
        return t;
    }
    static void both(Body a, Body b) throws Exception { Thread x = go(a), y = go(b); x.join(); y.join(); }
    static void nap(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { die(e); } }
    static void die(Throwable e) { e.printStackTrace(System.out); Runtime.getRuntime().halt(1); }
}
