// race: PoolReplaceWorkerRacy.count
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class PoolReplaceWorkerRacy {
    static int count;
    public static void main(String[] args) throws Throwable {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> {
            Thread t = new Thread(r);
            // runs after the replacement was started
            t.setUncaughtExceptionHandler((x, e) -> count++);
            return t;
        });
        for (int i = 0; i < 40; i++) p.execute(() -> {
            throw new IllegalStateException();
        });
        p.shutdown();
        p.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println("done");
    }
}
