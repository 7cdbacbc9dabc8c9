// race: PoolTerminatedPollRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PoolTerminatedPollRacy {
    static class D { int v; }
    public static void main(String[] args) throws Throwable {
        int sum = 0;
        for (int r = 0; r < 20; r++) {
            ExecutorService p = Executors.newFixedThreadPool(2);
            D[] ds = { new D(), new D(), new D() };
            for (D d : ds) p.execute(() -> { Thread.yield(); d.v = 4; });
            p.shutdown();
            while (!p.isShutdown()) Thread.yield();
            for (D d : ds) sum += d.v;
        }
        System.out.println("done");
    }
}
