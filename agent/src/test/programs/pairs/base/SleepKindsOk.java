// mechanism: an interrupt ends a sleep, whatever the sleep is called by
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class SleepKindsOk {
    static int v;
    interface Sleep { void sleep(long millis) throws InterruptedException; }
    static class Own extends Thread {
        @Override public void run() { try { sleep(50_000); } catch (InterruptedException e) { v++; } }
    }
    static class Hides extends Thread {
        static int slept;
        public static void sleep(long millis) { slept++; }
        @Override public void run() { sleep(1); }
    }
    static void interrupted(Thread t) throws Exception {
        t.start();
        nap(20);
        v++;
        t.interrupt();
        t.join();
    }
    public static void main(String[] args) throws Exception {
        interrupted(new Own());
        interrupted(new Thread(() -> { try { Thread.sleep(50_000, 1); } catch (InterruptedException e) { v++; } }));
        Sleep reference = Thread::sleep;
        interrupted(new Thread(() -> { try { reference.sleep(50_000); } catch (InterruptedException e) { v++; } }));
        Thread hides = new Hides();
        hides.start();
        hides.join();
        System.out.println(Hides.slept);
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
