// race: EcsTakeRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class EcsTakeRacy {
    static class D { int v; }
    public static void main(String[] args) throws Throwable {
        ExecutorService p = Executors.newFixedThreadPool(3);
        int sum = 0;
        for (int r = 0; r < 20; r++) {
            ExecutorCompletionService<D> ecs = new ExecutorCompletionService<>(p);
            D[] ds = new D[6];
            for (int i = 0; i < 6; i++) {
                D d = ds[i] = new D();
                final int k = i;
                ecs.submit(() -> { Thread.yield(); d.v = k; }, d);
            }
            ecs.take();
            for (int i = 0; i < 6; i++) sum += ds[i].v;
        }
        p.shutdown();
        System.out.println("done");
    }
}
