// race: SelectorAttachRacy$Box.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;
import java.nio.channels.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class SelectorAttachRacy {
    static final Selector sel;
    static final SelectionKey key;
    static final Pipe pipe;
    static {
        try { sel = Selector.open(); pipe = Pipe.open(); pipe.source().configureBlocking(false); key = pipe.source().register(sel, SelectionKey.OP_READ, -1); }
        catch (IOException e) { throw new Error(e); }
    }
    static void pub(int i) { key.attach(i); sel.wakeup(); }
    static void aw(int i) throws IOException { while ((Integer) key.attachment() < i) sel.select(); }
    static class Box { int v; }
    static final int N = 80;
    static final Box[] B = new Box[N];
    static { for (int i = 0; i < N; i++) B[i] = new Box(); }
    static int sum;
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
    public static void main(String[] args) throws Throwable {
        go(() -> {
            for (int i = 0; i < N; i++) {
                pub(i);
                B[i].v = i;
            }
        }, () -> {
            for (int i = 0; i < N; i++) { aw(i); sum += B[i].v; }
        });
        System.out.println("done");
    }
}
