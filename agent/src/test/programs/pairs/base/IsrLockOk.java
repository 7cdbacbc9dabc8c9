// mechanism: InputStream.read of the program called by InputStreamReader's decoder under its lock
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class IsrLockOk {
    static class In extends InputStream {
        int n;
        @Override public int read() { n++; return 'a'; }
        @Override public int read(byte[] b, int o, int l) { if (l == 0) return 0; n++; b[o] = 'a'; return 1; }
        @Override public int available() { return 0; }
    }
    static final In in = new In();
    static final Reader r0 = new InputStreamReader(in, java.nio.charset.StandardCharsets.US_ASCII);
    static final Reader r1 = r0;
    static void step(int t, int i) throws IOException { (t == 0 ? r0 : r1).read(); }
    static final int N = 80;
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
        go(() -> { for (int i = 0; i < N; i++) step(0, i); }, () -> { for (int i = 0; i < N; i++) step(1, i); });
        System.out.println("count " + (in.n > 0));
    }
}
