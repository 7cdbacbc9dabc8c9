// race: InterruptSignalRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class InterruptSignalRacy {
    static class D { int v; }
    static final D d = new D();
    static Thread t1, t2;
    static int sum;
    static void die(Throwable e) { System.out.println("FAIL " + e); e.printStackTrace(System.out); Runtime.getRuntime().halt(1); }
    public static void main(String[] args) throws Throwable {
        t2 = new Thread(() -> {
            for (int i = 0; i < 60; i++) {
                while (!Thread.interrupted()) Thread.yield();
                sum += d.v;
                t1.interrupt();
            }
        });
        t1 = new Thread(() -> {
            for (int i = 0; i < 60; i++) {
                t2.interrupt();
                d.v = i;
                while (!Thread.interrupted()) Thread.yield();
            }
        });
        t2.start(); t1.start();
        t1.join(); t2.join();
        System.out.println("done");
    }
}
