// mechanism: a pool makes threads by a factory that another thread has set, and that locks by a class of its own
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PoolFactoryOk {
    static int v;
    static class Lock extends ReentrantLock { }
    static final Lock LOCK = new Lock();
    static Runnable counted(Runnable task) {
        LOCK.lock();
        v++;
        LOCK.unlock();
        return task;
    }
    static class Made extends Thread { Made(Runnable task) { super(counted(task)); } }
    static class Factory implements ThreadFactory {
        int set;
        @Override public Thread newThread(Runnable task) { return set > 0 ? new Made(task) : new Thread(task); }
    }
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(4);
        Thread sets = go(() -> { Factory factory = new Factory(); factory.set = 1; pool.setThreadFactory(factory); });
        Body gives = () -> { nap(40); for (int i = 0; i < 2; i++) pool.execute(() -> nap(5)); };
        both(gives, gives);
        sets.join();
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
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
