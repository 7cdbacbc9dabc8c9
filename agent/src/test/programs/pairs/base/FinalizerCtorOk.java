// mechanism: finalizer sees what the constructor wrote (JLS 12.6), latch back to main
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class FinalizerCtorOk {
    static final CountDownLatch l = new CountDownLatch(5);
    static final AtomicInteger sum = new AtomicInteger();
    static class Obj {
        int v; Obj self[];
        Obj(int v) { this.v = v; }
        @Override protected void finalize() { sum.addAndGet(v); v = -1; if (self != null) self[0] = this; l.countDown(); }
    }
    static void make() {
        for (int i = 0; i < 5; i++) {
            Obj o = new Obj(i);
        }
    }
    public static void main(String[] args) throws Throwable {
        Thread t = new Thread(FinalizerCtorOk::make);
        t.start(); t.join();
        while (l.getCount() > 0) { System.gc(); l.await(20, TimeUnit.MILLISECONDS); }
        System.out.println("sum " + sum);
    }
}
