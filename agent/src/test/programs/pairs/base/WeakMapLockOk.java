// mechanism: WeakHashMap behind Collections.synchronizedMap while GC clears keys
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class WeakMapLockOk {
    static final Map<Object, Integer> raw = new WeakHashMap<>(4096);
    static final Map<Object, Integer> m = Collections.synchronizedMap(raw);
    static final Object[] keys = new Object[20];
    static { for (int i = 0; i < 20; i++) { keys[i] = new Object(); m.put(keys[i], i); } }
    static final int[] sum = new int[2];
    static void step(int t, int i) {
        if (i % 30 == 0 && t == 0) System.gc();
        m.put(new Object(), i);
        sum[t] += m.get(keys[i % 20]);
    }
    static final int N = 60;
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
        System.out.println("count " + (sum[0] + sum[1]));
    }
}
