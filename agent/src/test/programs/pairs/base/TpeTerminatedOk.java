// mechanism: ThreadPoolExecutor.terminated() sees all that afterExecute of every worker did; awaitTermination sees terminated()
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class TpeTerminatedOk {
    static int total;
    static class W extends Thread { int done; W(Runnable r) { super(r); } }
    static final List<W> ws = new ArrayList<>();
    static class P extends ThreadPoolExecutor {
        P() { super(3, 3, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> { W w = new W(r); ws.add(w); return w; }); }
        @Override protected void afterExecute(Runnable r, Throwable t) {
            ((W) Thread.currentThread()).done++;
        }
        @Override protected void terminated() {
            for (W w : ws) total += w.done;
        }
    }
    public static void main(String[] args) throws Throwable {
        P p = new P();
        for (int i = 0; i < 90; i++) p.execute(() -> { Thread.yield(); });
        p.shutdown();
        p.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println("total " + total);
    }
}
