// race: FinalizerCtorRacy.back
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class FinalizerCtorRacy {
    static final CountDownLatch l = new CountDownLatch(5);
    static final AtomicInteger sum = new AtomicInteger();
    static class Obj {
        int v; Obj self[];
        Obj(int v) { this.v = v; }
        @Override protected void finalize() { sum.addAndGet(v); v = -1; if (self != null) self[0] = this; l.countDown(); }
    }
    static final Obj[] back = new Obj[1];
    static void make() {
        for (int i = 0; i < 5; i++) {
            Obj o = new Obj(i);
            o.self = back; // resurrected through a plain array, without order
        }
    }
    public static void main(String[] args) throws Throwable {
        Thread t = new Thread(FinalizerCtorRacy::make);
        t.start(); t.join();
        for (int i = 0; i < 20; i++) { System.gc(); Thread.sleep(10); Obj o = back[0]; if (o != null) o.v++; }
        System.out.println("done");
    }
}
