// race: ExchangerSwapRacy$Buf.n
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class ExchangerSwapRacy {
    static class Buf { int n; }
    static final Exchanger<Buf> ex = new Exchanger<>();
    static final int[] total = new int[2];
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
        Buf b = new Buf();
        for (int i = 0; i < 60; i++) {
            b.n += k + 1;
            Buf mine = b;
            b = ex.exchange(b);
            mine.n++; // still touches the buffer it gave away
            total[k] += b.n;
        }
    }
    public static void main(String[] args) throws Throwable {
        go(() -> work(0), () -> work(1));
        System.out.println("done");
    }
}
