// mechanism: successive runs of one periodic task in a multi-threaded ScheduledThreadPoolExecutor are ordered
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class SchedPeriodicOk {
    static int count;
    public static void main(String[] args) throws Throwable {
        ScheduledThreadPoolExecutor p = new ScheduledThreadPoolExecutor(3);
        CountDownLatch end = new CountDownLatch(1);
        Runnable r = () -> { if (count < 60) count++; if (count >= 60) end.countDown(); };
        p.scheduleAtFixedRate(r, 0, 1, TimeUnit.MILLISECONDS);
        end.await();
        p.shutdownNow();
        p.awaitTermination(2, TimeUnit.SECONDS);
        System.out.println("count " + count);
    }
}
