// mechanism: Calendar advanced under the class monitor; consumer goes on only when the date is reached
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CalendarGateOk {
    static final Calendar cal = new GregorianCalendar(2001, 0, 1);
    static final long t0 = cal.getTimeInMillis();
    static synchronized void pub(int i) { cal.add(Calendar.MINUTE, 1); }
    static synchronized boolean reached(int i) { return cal.getTimeInMillis() > t0 + i * 60_000L; }
    static void aw(int i) { while (!reached(i)) Thread.yield(); }
    static class Box { int v; }
    static final int N = 80;
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
