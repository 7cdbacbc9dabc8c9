// race: CfDelayedChainRacy.count
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class CfDelayedChainRacy {
    static int count;
    static final ExecutorService p = Executors.newFixedThreadPool(3);
    static final Executor de = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, p);
    static void link(int left, CompletableFuture<Void> end) {
        count++;
        if (left == 0) end.complete(null);
        else de.execute(() -> link(left - 1, end));
    }
    public static void main(String[] args) throws Throwable {
        CompletableFuture<Void> a = new CompletableFuture<>(), b = new CompletableFuture<>();
        de.execute(() -> link(40, a));
        de.execute(() -> link(40, b));
        count++;
        a.join(); b.join();
        p.shutdown();
        System.out.println("done");
    }
}
