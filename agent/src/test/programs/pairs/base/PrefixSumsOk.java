// mechanism: Arrays.parallelPrefix hands partial results on by pending counts
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PrefixSumsOk {
    static class Sum { int sum; Sum(int sum) { this.sum = sum; } }
    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 4; round++) {
            Sum[] sums = new Sum[4000];
            Arrays.setAll(sums, i -> new Sum(i % 7));
            Sum last = sums[3999];
            Arrays.parallelPrefix(sums, (a, b) -> new Sum(a.sum + b.sum));
            sums[3998].sum++;
        }
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
