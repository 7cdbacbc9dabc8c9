// mechanism: ownership by a shared Iterator and an ArrayDeque under a lock; the boxes are touched outside the lock
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class IterOwnerOk {
    static class D { int v; }
    static final List<D> all = new ArrayList<>();
    static { for (int i = 0; i < 80; i++) all.add(new D()); }
    static final Iterator<D> it = all.iterator();
    static final ArrayDeque<D> second = new ArrayDeque<>();
    static final Object M = new Object();
    static int left = 80;
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
    static void work() {
        for (;;) {
            D d; boolean two;
            synchronized (M) {
                two = !second.isEmpty() && (second.size() > 3 || !it.hasNext());
                d = two ? second.pollFirst() : it.hasNext() ? it.next() : null;
                if (d == null && left == 0) return;
            }
            if (d == null) { Thread.yield(); continue; }
            if (two) {
                d.v *= 2;
                synchronized (M) { left--; }
            } else {
                d.v += 5;
                synchronized (M) { second.add(d); }
            }
        }
    }
    public static void main(String[] args) throws Throwable {
        go(() -> work(), () -> work());
        int sum = 0;
        for (D d : all) sum += d.v;
        System.out.println("sum " + sum);
    }
}
