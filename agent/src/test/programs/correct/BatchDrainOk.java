import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class BatchDrainOk {
 static final LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>(); static final List<String> batch = new ArrayList<>(); static int flushed;
 public static void main(String[] a) throws Exception { q.add("a"); q.add("b"); Thread t = new Thread(() -> { flushed = 2; synchronized (batch) { q.drainTo(batch); } }); t.start(); for (;;) { int n; synchronized (batch) { n = batch.size(); } if (n == 2) break; Thread.sleep(1); } System.out.println(flushed); t.join(); }
}
