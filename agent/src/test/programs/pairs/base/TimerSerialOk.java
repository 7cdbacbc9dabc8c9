// mechanism: all tasks of one java.util.Timer run on its single thread, scheduled by several threads
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class TimerSerialOk {
    static int count;
    static final Timer t0 = new Timer(true);
    static final Timer t1 = t0;
    static final CountDownLatch[] L = { new CountDownLatch(40), new CountDownLatch(40) };
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
    static void feed(int t) {
        Timer tm = t == 0 ? t0 : t1;
        for (int i = 0; i < 40; i++) tm.schedule(new TimerTask() { @Override public void run() { count++; L[t].countDown(); } }, i % 3);
    }
    public static void main(String[] args) throws Throwable {
        go(() -> feed(0), () -> feed(1));
        L[0].await(); L[1].await();
        System.out.println("done");
        System.out.println(count);
    }
}
