// race: PhaserAdvanceRacy.total
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PhaserAdvanceRacy {
    static int total;
    static final int[] slot = new int[3];
    static final Phaser ph = new Phaser(3) {
        @Override protected boolean onAdvance(int phase, int parties) {
            return false;
        }
    };
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
    static void party(int k) {
        for (int r = 0; r < 30; r++) {
            total += k + 1;
            ph.arriveAndAwaitAdvance();
        }
    }
    public static void main(String[] args) throws Throwable {
        go(() -> party(0), () -> party(1), () -> party(2));
        System.out.println("done");
    }
}
