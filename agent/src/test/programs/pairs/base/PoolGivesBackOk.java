// mechanism: a pool gives back tasks that it has not run: remove, shutdownNow
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PoolGivesBackOk {
    static class Task implements Runnable { int data; @Override public void run() { data++; } }
    static Thread gives(ThreadPoolExecutor pool, Task task) {
        return go(() -> {
            task.data = 1;
            pool.execute(task);
        });
    }
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        CountDownLatch busy = new CountDownLatch(1);
        pool.execute(() -> { busy.countDown(); try { Thread.sleep(50_000); } catch (InterruptedException e) { busy.countDown(); } });
        busy.await();
        Task removed = new Task();
        Thread giver = gives(pool, removed);
        while (!pool.remove(removed)) Thread.yield();
        removed.data++;
        giver.join();
        Thread late = gives(pool, new Task());
        nap(50);
        for (Runnable task : pool.shutdownNow()) ((Task) task).data++;
        late.join();
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
