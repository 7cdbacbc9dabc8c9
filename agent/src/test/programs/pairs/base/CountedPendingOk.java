// mechanism: CountedCompleter pending count: last arriver runs onCompletion and sees both children
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CountedPendingOk {
    static class T extends CountedCompleter<Void> {
        final int d; int res; T l, r;
        T(T p, int d) { super(p); this.d = d; }
        @Override public void compute() {
            if (d == 0) { try { Thread.sleep(1); } catch (InterruptedException e) { } res = 1; tryComplete(); return; }
            l = new T(this, d - 1); r = new T(this, d - 1);
            setPendingCount(2);
            l.fork(); r.fork();
            tryComplete();
        }
        @Override public void onCompletion(CountedCompleter<?> c) { if (l != null) res = l.res + r.res; }
    }
    public static void main(String[] args) throws Throwable {
        ForkJoinPool p = new ForkJoinPool(3);
        T t = new T(null, 5);
        p.invoke(t);
        p.shutdown();
        p.awaitTermination(2, TimeUnit.SECONDS);
        System.out.println("res " + t.res);
    }
}
