// mechanism: AtomicIntegerArray element as a spin lock (compareAndExchangeAcquire / setRelease)
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class AiaSpinOk {
    static int count;
    static final AtomicIntegerArray a = new AtomicIntegerArray(8);
    static void step(int t, int i) {
        int s = 3;
        while (a.compareAndExchangeAcquire(s, 0, 1) != 0) Thread.yield();
        count++;
        a.setRelease(s, 0);
    }
    static final int N = 200;
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
