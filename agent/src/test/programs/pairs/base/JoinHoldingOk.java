// mechanism: join gives the monitor of the thread, which the program holds, and is ended by an interrupt
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class JoinHoldingOk {
    static int v;
    public static void main(String[] args) throws Exception {
        Thread[] self = new Thread[1];
        Thread joined = new Thread(() -> {
            nap(20);
            synchronized (self[0]) { v++; }
        });
        self[0] = joined;
        Thread joins = go(() -> { synchronized (joined) { v++; joined.join(5000); v++; } });
        nap(5);
        joined.start();
        joins.join();
        joined.join();
        Thread sleeps = go(() -> nap(300));
        Thread waits = go(() -> { try { sleeps.join(); } catch (InterruptedException e) { v++; } });
        nap(20);
        v++;
        waits.interrupt();
        waits.join();
    }
    interface Body { void run() throws Throwable; }
    static Thread go(Body b) {
        Thread t = new Thread(() -> { try { b.run(); } catch (Throwable e) { die(e); } });
        t.start();
        return t;
    }
    static void both(Body a, Body b) throws Exception { Thread x = go(a), y = go(b); x.join(); y.join(); }
    static void nap(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { die(e); } }
    static void die(Throwable e) { e.printStackTrace(System.out); Runtime.getRuntime().halt(1); }
}
