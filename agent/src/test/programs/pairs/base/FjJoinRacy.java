// race: FjJoinRacy$T.res
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class FjJoinRacy {
    static class T extends RecursiveAction {
        final int d; int res;
        T(int d) { this.d = d; }
        @Override protected void compute() {
            if (d == 0) { try { Thread.sleep(1); } catch (InterruptedException e) { } res = 1; return; }
            T l = new T(d - 1), r = new T(d - 1);
            l.fork();
            r.compute();
            res = l.res + r.res;
            l.join();
        }
    }
    public static void main(String[] args) throws Throwable {
        ForkJoinPool p = new ForkJoinPool(3);
        T t = new T(6);
        p.invoke(t);
        p.shutdown();
        System.out.println("done");
    }
}
