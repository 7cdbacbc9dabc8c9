// race: ThreadStateRefsRacy.v
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class ThreadStateRefsRacy {
    static int v;
    static class Own extends Thread {
        @Override public void run() { nap(10); v++; }
    }
    static void ended(Thread t, BooleanSupplier ended) throws Exception {
        t.start();
        while (!ended.getAsBoolean()) Thread.yield();
        new Thread(() -> v++).start();
        v++;
        t.join();
    }
    public static void main(String[] args) throws Exception {
        Own own = new Own();
        ended(own, () -> own.getState() == Thread.State.TERMINATED);
        Own bound = new Own();
        BooleanSupplier alive = bound::isAlive;
        ended(bound, () -> !alive.getAsBoolean());
        Own unbound = new Own();
        Predicate<Own> isAlive = Own::isAlive;
        ended(unbound, () -> !isAlive.test(unbound));
        Thread thread = new Thread(() -> v++);
        Supplier<Thread.State> state = thread::getState;
        ended(thread, () -> state.get() == Thread.State.TERMINATED);
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
