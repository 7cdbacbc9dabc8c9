// mechanism: OutOfMemoryError thrown while a ReentrantLock is held, unlocked in finally
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class OomLockOk {
    static int count;
    static final ReentrantLock l = new ReentrantLock();
    static int big = Integer.MAX_VALUE;
    static void step(int t, int i) {
        try {
            l.lock();
            try {
                count++;
                long[] x = new long[big];
                x[0] = i;
            } finally { l.unlock(); }
        } catch (OutOfMemoryError e) {
        }
    }
    static final int N = 40;
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
        go(() -> { for (int i = 0; i < N; i++) step(0, i); }, () -> { for (int i = 0; i < N; i++) step(1, i); });
        System.out.println("count " + count);
    }
}
