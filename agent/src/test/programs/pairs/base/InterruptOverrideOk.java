// mechanism: overridden Thread.interrupt called by ThreadPoolExecutor.shutdownNow under its main lock (actual behaviour)
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class InterruptOverrideOk {
    static int count;
    static class W extends Thread { W(Runnable r) { super(r); } @Override public void interrupt() { count++; } }
    static final List<W> ws = new ArrayList<>();
    interface Body { void run() throws Throwable; }
    static Thread th(Body b) { return new Thread(() -> { try { b.run(); } catch (Throwable e) { die(e); } }); }
    static void go(Body... bs) throws Exception {
        Thread[] ts = new Thread[bs.length];
        AtomicInteger gate = new AtomicInteger(bs.length); // all start together
        for (int i = 0; i < bs.length; i++) {
            Body b = bs[i];
            ts[i] = th(() -> { gate.decrementAndGet(); while (gate.get() > 0) Thread.yield(); b.run(); });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
    static void die(Throwable e) { System.out.println("FAIL " + e); e.printStackTrace(System.out); Runtime.getRuntime().halt(1); }
    public static void main(String[] args) throws Throwable {
        ThreadPoolExecutor p = new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> { W w = new W(r); ws.add(w); return w; });
        CountDownLatch started = new CountDownLatch(2), stop = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) p.execute(() -> { started.countDown(); try { stop.await(); } catch (InterruptedException e) { die(e); } });
        started.await();
        Body b = () -> { for (int i = 0; i < 40; i++) p.shutdownNow(); };
        go(b, b);
        p.shutdownNow();
        stop.countDown();
        p.awaitTermination(2, TimeUnit.SECONDS);
        System.out.println("done");
    }
}
