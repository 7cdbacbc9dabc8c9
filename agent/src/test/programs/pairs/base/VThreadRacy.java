// race: VThreadRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class VThreadRacy {
    static class D { int v; }
    static Thread start(Runnable r) throws Exception {
        java.lang.reflect.Method m;
        try { m = Thread.class.getMethod("startVirtualThread", Runnable.class); } catch (NoSuchMethodException e) { Thread t = new Thread(r); t.start(); return t; }
        return (Thread) m.invoke(null, r);
    }
    public static void main(String[] args) throws Throwable {
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            D d = new D();
            d.v = i;
            Thread t = start(() -> { Thread.yield(); d.v++; });
            sum += d.v;
            t.join();
        }
        System.out.println("done");
    }
}
