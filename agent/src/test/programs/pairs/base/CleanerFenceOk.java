// mechanism: java.lang.ref.Cleaner action after real GC: writes before reachabilityFence happen-before the cleaning action
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CleanerFenceOk {
    static class State implements Runnable {
        int v; final CountDownLatch ran;
        State(CountDownLatch l) { ran = l; }
        @Override public void run() { v += 1; ran.countDown(); }
    }
    static class Obj { final State s; Obj(State s) { this.s = s; } }
    public static void main(String[] args) throws Throwable {
        Cleaner c = Cleaner.create();
        CountDownLatch l = new CountDownLatch(5);
        State[] keep = new State[5];
        for (int i = 0; i < 5; i++) {
            State s = keep[i] = new State(l);
            Obj o = new Obj(s);
            c.register(o, s);
            o.s.v = i * 10;
            Reference.reachabilityFence(o);
            o = null;
        }
        while (l.getCount() > 0) { System.gc(); l.await(20, TimeUnit.MILLISECONDS); }
        int sum = 0;
        for (State s : keep) sum += s.v;
        System.out.println("sum " + sum);
    }
}
