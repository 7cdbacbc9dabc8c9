// race: BarrierJacobiRacy.cur
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class BarrierJacobiRacy {
    static int[] cur = new int[12], next = new int[12];
    static final CyclicBarrier bar = new CyclicBarrier(3);
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
    static void work(int k) throws Exception {
        for (int r = 0; r < 40; r++) {
            for (int i = k * 4; i < k * 4 + 4; i++) {
                int x = cur[(i + 11) % 12] + cur[(i + 1) % 12] + 1;
                cur[i] = x % 1000;
            }
            bar.await();
        }
    }
    public static void main(String[] args) throws Throwable {
        go(() -> work(0), () -> work(1), () -> work(2));
        System.out.println("done");
    }
}
