// mechanism: FileChannel.tryLock / OverlappingFileLockException as an in-JVM mutex (actual: FileLockTable monitor)
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;
import java.nio.channels.*;
import java.nio.file.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class FileLockMutexOk {
    static int count;
    static final FileChannel ch;
    static { try { Path p = Files.createTempFile("pair", ".lck"); ch = FileChannel.open(p, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE); } catch (IOException e) { throw new Error(e); } }
    static void step(int t, int i) throws Exception {
        FileLock l = null;
        while (l == null) {
            try { l = ch.tryLock(0, 10, false); } catch (OverlappingFileLockException e) { Thread.yield(); }
        }
        count++;
        l.release();
        if (i == N - 1 && end.incrementAndGet() == 2) ch.close();
    }
    static final AtomicInteger end = new AtomicInteger();
    static final int N = 60;
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
        System.out.println("count " + count);
    }
}
