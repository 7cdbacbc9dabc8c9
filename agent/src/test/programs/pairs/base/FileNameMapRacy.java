// race: FileNameMapRacy$Box.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class FileNameMapRacy {
    static { java.net.URLConnection.getFileNameMap(); } // else the default one comes over it
    record Step(int i) implements java.net.FileNameMap { public String getContentTypeFor(String file) { return null; } }
    static void pub(int i) { java.net.URLConnection.setFileNameMap(new Step(i)); }
    static void aw(int i) { while (!(java.net.URLConnection.getFileNameMap() instanceof Step s && s.i() >= i)) Thread.yield(); }
    static class Box { int v; }
    static final int N = 100;
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
