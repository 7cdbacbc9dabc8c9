// mechanism: java.nio.channels.Pipe sink -> source: order through the operating system's pipe (actual behaviour, no JMM edge documented)
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class NioPipeOk {
    static final java.nio.channels.Pipe p;
    static { try { p = java.nio.channels.Pipe.open(); } catch (IOException e) { throw new Error(e); } }
    static void pub(int i) throws IOException { p.sink().write(java.nio.ByteBuffer.wrap(new byte[] { (byte) i })); }
    static void aw(int i) throws IOException { java.nio.ByteBuffer b = java.nio.ByteBuffer.allocate(1); while (p.source().read(b) == 0) Thread.yield(); if (b.get(0) != (byte) i) throw new IOException(); }
    static class Box { int v; }
    static final int N = 60;
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
                B[i].v = i;
                pub(i);
            }
        }, () -> {
            for (int i = 0; i < N; i++) { aw(i); sum += B[i].v; }
        });
        System.out.println("sum " + sum);
    }
}
