// mechanism: getDelay() of the element called by DelayQueue.poll under the queue's lock
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class DelayGetDelayOk {
    static class E implements Delayed {
        final int id; int asked;
        E(int id) { this.id = id; }
        @Override public long getDelay(TimeUnit u) { return ++asked > 4 ? 0 : 1; }
        @Override public int compareTo(Delayed o) { return Integer.compare(id, ((E) o).id); }
    }
    static final DelayQueue<E> q = new DelayQueue<>();
    static { for (int i = 0; i < 50; i++) q.add(new E(i)); }
    static final int[] got = new int[2];
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
    static void work(int k) {
        for (;;) {
            E e = q.poll();
            if (e != null) got[k] += e.asked;
            else if (q.isEmpty()) return;
            else Thread.yield();
        }
    }
    public static void main(String[] args) throws Throwable {
        go(() -> work(0), () -> work(1));
        System.out.println(got[0] + got[1]);
    }
}
