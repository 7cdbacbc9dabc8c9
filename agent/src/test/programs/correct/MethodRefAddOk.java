import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.function.*; import java.io.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.Field; import java.lang.reflect.Method; import java.nio.*; import java.nio.file.*; import java.util.stream.*;
public class MethodRefAddOk {
  static int data; // plain; written before the writer's critical section, read after the reader's section that saw its effect
  static final Object L = new Object();
  static final List<String> l = new ArrayList<>();
  public static void main(String[] a) throws Exception {
    
    Thread w = new Thread(() -> { try { Thread.sleep(30);
      data = 42;
      synchronized (L) { Optional.of("x").ifPresent(l::add); }
    } catch (Exception e) { throw new RuntimeException(e); } });
    w.start();
    while (true) {
      boolean ok;
      synchronized (L) { ok = !l.isEmpty(); }
      if (ok) break;
      Thread.sleep(5);
    }
    System.out.println("data " + data);
    w.join();
  }
}
