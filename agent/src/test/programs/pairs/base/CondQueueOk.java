// mechanism: bounded buffer on a ReentrantLock with two Conditions (awaitNanos / awaitUninterruptibly)
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CondQueueOk {
    static final ReentrantLock l = new ReentrantLock();
    static final Condition full = l.newCondition(), empty = l.newCondition();
    static final Object[] ring = new Object[3];
    static int head, size;
    static void pub(int i) throws InterruptedException {
        l.lock();
        try { while (size == 3) full.awaitNanos(1_000_000); ring[(head + size++) % 3] = i; empty.signal(); } finally { l.unlock(); }
    }
    static void aw(int i) {
        l.lock();
        try { while (size == 0) empty.awaitUninterruptibly(); if ((Integer) ring[head] != i) throw new Error(); head = (head + 1) % 3; size--; full.signalAll(); } finally { l.unlock(); }
    }
    static class Box { int v; }
    static final int N = 100;
    static final Box[] B = new Box[N];
    static { for (int i = 0; i < N; i++) B[i] = new Box(); }
    static int sum;
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
        go(() -> {
            for (int i = 0; i < N; i++) {
                B[i].v = i;
                pub(i);
            }
        }, () -> {
            for (int i = 0; i < N; i++) { aw(i); sum += B[i].v; }
        });
        System.out.println("sum " + sum);
    }
}
