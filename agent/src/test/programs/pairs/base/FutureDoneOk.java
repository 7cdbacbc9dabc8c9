// mechanism: FutureTask.call before get(); (twin: done() runs after get() may have returned)
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class FutureDoneOk {
    static class T extends FutureTask<Integer> {
        int v;
        T(int k, int[] cell) { super(() -> { cell[0] = k; return k; }); }
        @Override protected void done() {
        }
    }
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
        int sum = 0;
        for (int i = 0; i < 60; i++) {
            int[] cell = new int[1];
            T t = new T(i, cell);
            t.v = 2;
            Thread th = new Thread(t);
            th.start();
            t.get();
            sum += cell[0] + t.v;
        }
        System.out.println("sum " + sum);
    }
}
