// race: PoolInterruptsRacy.v
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PoolInterruptsRacy {
    static int v;
    static void interrupted(ExecutorService pool, Body waits) throws Exception {
        CountDownLatch runs = new CountDownLatch(1), done = new CountDownLatch(1);
        pool.execute(() -> {
            runs.countDown();
            try { waits.run(); } catch (InterruptedException e) { v++; } catch (Throwable e) { die(e); }
            done.countDown();
        });
        runs.await();
        nap(20);
        pool.shutdownNow();
        v++;
        done.await();
    }
    public static void main(String[] args) throws Exception {
        interrupted(Executors.newFixedThreadPool(2), () -> Thread.sleep(50_000));
        interrupted(new ScheduledThreadPoolExecutor(1), () -> new Semaphore(0).acquire());
        interrupted(new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1)), () -> {
            while (!Thread.interrupted()) Thread.yield();
            v++;
        });
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
