// mechanism: parallel stream with a custom Collector over mutable plain accumulators and a custom Spliterator
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class StreamCollectorOk {
    static class Acc { int n; }
    static class Sp implements Spliterator<Integer> {
        int lo; final int hi;
        Sp(int lo, int hi) { this.lo = lo; this.hi = hi; }
        @Override public boolean tryAdvance(java.util.function.Consumer<? super Integer> c) { if (lo >= hi) return false; c.accept(lo++); return true; }
        @Override public Spliterator<Integer> trySplit() { int m = (lo + hi) >>> 1; if (m <= lo) return null; Sp s = new Sp(lo, m); lo = m; return s; }
        @Override public long estimateSize() { return hi - lo; }
        @Override public int characteristics() { return SIZED | SUBSIZED; }
    }
    static void nap() { try { Thread.sleep(1); } catch (InterruptedException e) { } }
    public static void main(String[] args) throws Throwable {
        int total = 0;
        for (int r = 0; r < 4; r++) {
            Acc a = StreamSupport.stream(new Sp(0, 64), true).collect(Collector.of(Acc::new, (x, i) -> { nap(); x.n += i; }, (x, y) -> { x.n += y.n; return x; }));
            total += a.n;
        }
        System.out.println("total " + total);
    }
}
