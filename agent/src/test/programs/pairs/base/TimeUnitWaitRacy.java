// race: TimeUnitWaitRacy.v
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class TimeUnitWaitRacy {
    static int v;
    static boolean ready;
    public static void main(String[] args) throws Exception {
        Object m = new Object();
        both(() -> {
            synchronized (m) { synchronized (m) { while (!ready) TimeUnit.MILLISECONDS.timedWait(m, 5000); } v++; }
        }, () -> {
            nap(20);
            synchronized (m) { ready = true; m.notifyAll(); }
            v++;
        });
        Thread waits = go(() -> {
            synchronized (m) { try { TimeUnit.SECONDS.timedWait(m, 50); } catch (InterruptedException e) { v++; } }
        });
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
