// race: InterfaceInitRacy.data
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class InterfaceInitRacy {
    static int data;
    static int init() { data += 9; return data; }
    interface I {
        int X = init();
        void m();
    }
    static class Impl implements I {
        public void m() { }
    }
    static final int[] sum = new int[3];
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
    static void use(int t) {
        new Impl().m();
        if (data == 0) init(); // the interface is not initialised by the instance creation
        sum[t] = data;
    }
    public static void main(String[] args) throws Throwable {
        go(() -> use(0), () -> use(1), () -> use(2));
        System.out.println("done");
    }
}
