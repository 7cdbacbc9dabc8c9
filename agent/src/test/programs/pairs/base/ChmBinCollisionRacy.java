// race: ChmBinCollisionRacy.count
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class ChmBinCollisionRacy {
    static int count;
    static class K {
        final int h;
        K(int h) { this.h = h; }
        @Override public int hashCode() { return h; }
    }
    static final K a = new K(5), b = new K(6);
    static final ConcurrentHashMap<K, Integer> m = new ConcurrentHashMap<>();
    static { m.put(a, 1); m.put(b, 2); }
    static void step(int t, int i) {
        m.computeIfPresent(t == 0 ? a : b, (k, v) -> { count++; return v; });
    }
    static final int N = 150;
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
        System.out.println("done");
    }
}
