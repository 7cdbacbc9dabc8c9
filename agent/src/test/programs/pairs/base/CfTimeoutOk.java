// mechanism: CompletableFuture.completeOnTimeout: dependent runs in the JDK's delay thread, join on the dependent stage
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CfTimeoutOk {
    static class D { int v; }
    public static void main(String[] args) throws Throwable {
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            D d = new D();
            d.v = i;
            CompletableFuture<Integer> f = new CompletableFuture<Integer>();
            CompletableFuture<Void> g = f.thenAccept(x -> d.v += x);
            f.completeOnTimeout(5, 2, TimeUnit.MILLISECONDS);
            g.join();
            sum += d.v;
        }
        System.out.println("sum " + sum);
    }
}
