// race: BoundMonitorRefsRacy.v
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class BoundMonitorRefsRacy {
    static int v;
    static boolean ready;
    interface Wait { void on() throws InterruptedException; }
    public static void main(String[] args) throws Exception {
        StringBuilder m = new StringBuilder();
        Wait waits = m::wait;
        Runnable wakes = m::notifyAll;
        both(() -> { synchronized (m) { while (!ready) waits.on(); v++; } }, () -> {
            nap(20);
            synchronized (m) { ready = true; wakes.run(); }
            v++;
        });
        int[] array = new int[1];
        Wait waitsToo = array::wait;
        Thread waiting = go(() -> { synchronized (array) { try { waitsToo.on(); } catch (InterruptedException e) { v++; } } });
        nap(20);
        v++;
        waiting.interrupt();
        waiting.join();
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
