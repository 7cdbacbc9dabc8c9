// mechanism: AsynchronousFileChannel CompletionHandlers chained one after the other on a pool
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class AsyncFileOk {
    static class Att { int n; }
    static AsynchronousFileChannel ch;
    static void next(Att a, int left, CountDownLatch end) {
        ch.read(ByteBuffer.allocate(4), 0, a, new CompletionHandler<Integer, Att>() {
            public void completed(Integer r, Att x) { x.n += r; if (left == 0) end.countDown(); else next(x, left - 1, end); }
            public void failed(Throwable e, Att x) { e.printStackTrace(System.out); end.countDown(); }
        });
    }
    public static void main(String[] args) throws Throwable {
        Path p = Files.createTempFile("pair", ".tmp");
        ExecutorService ex = Executors.newFixedThreadPool(3);
        try {
            Files.write(p, new byte[] { 1, 2, 3, 4 });
            ch = AsynchronousFileChannel.open(p, Set.of(StandardOpenOption.READ), ex);
            Att a = new Att();
            CountDownLatch e1 = new CountDownLatch(1), e2 = new CountDownLatch(1);
            next(a, 40, e1);
            e1.await();
            next(a, 40, e2);
            e2.await();
            ch.close();
            System.out.println("n " + a.n);
        } finally { ex.shutdown(); Files.delete(p); }
    }
}
