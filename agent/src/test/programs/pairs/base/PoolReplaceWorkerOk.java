// mechanism: a ThreadPoolExecutor worker killed by its task starts its replacement: order dying worker -> next worker
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PoolReplaceWorkerOk {
    static int count;
    public static void main(String[] args) throws Throwable {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> {
            Thread t = new Thread(r);
            t.setUncaughtExceptionHandler((x, e) -> { });
            return t;
        });
        for (int i = 0; i < 40; i++) p.execute(() -> {
            count++;
            throw new IllegalStateException();
        });
        p.shutdown();
        p.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println("count " + count);
    }
}
