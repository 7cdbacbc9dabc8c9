// mechanism: superinterface with a default method is initialised by creating an instance of the class
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class InterfaceInitOk {
    static int data;
    static int init() { data += 9; return data; }
    interface I {
        int X = init();
        default void m() { }
    }
    static class Impl implements I {
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
        sum[t] = data;
    }
    public static void main(String[] args) throws Throwable {
        go(() -> use(0), () -> use(1), () -> use(2));
        System.out.println(sum[0] + sum[1] + sum[2]);
    }
}
