// mechanism: CompletableFuture.thenCombineAsync sees the writes of both sources
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CfCombineOk {
    static class D { int v; }
    public static void main(String[] args) throws Throwable {
        ExecutorService p = Executors.newFixedThreadPool(3);
        int sum = 0;
        for (int i = 0; i < 60; i++) {
            final int k = i;
            D x = new D(), y = new D();
            CompletableFuture<D> f = CompletableFuture.supplyAsync(() -> { x.v = k; return x; }, p);
            CompletableFuture<D> g = CompletableFuture.supplyAsync(() -> { Thread.yield(); y.v = 1; return y; }, p);
            sum += f.thenCombineAsync(g, (a, b) -> a.v + b.v, p).join();
        }
        p.shutdown();
        System.out.println("sum " + sum);
    }
}
