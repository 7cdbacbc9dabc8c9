// mechanism: ForkJoinTask fork/join with plain result fields in the RecursiveAction
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class FjJoinOk {
    static class T extends RecursiveAction {
        final int d; int res;
        T(int d) { this.d = d; }
        @Override protected void compute() {
            if (d == 0) { try { Thread.sleep(1); } catch (InterruptedException e) { } res = 1; return; }
            T l = new T(d - 1), r = new T(d - 1);
            l.fork();
            r.compute();
            l.join();
            res = l.res + r.res;
        }
    }
    public static void main(String[] args) throws Throwable {
        ForkJoinPool p = new ForkJoinPool(3);
        T t = new T(6);
        p.invoke(t);
        p.shutdown();
        System.out.println("res " + t.res);
    }
}
