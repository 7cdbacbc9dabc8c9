import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.function.*; import java.io.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.Field; import java.lang.reflect.Method; import java.nio.*; import java.nio.file.*; import java.util.stream.*;
public class ReflectPlainFieldOk {
  static int data; // plain; written before the writer's critical section, read after the reader's section that saw its effect
  static final Object L = new Object();
  static boolean flag;
  public static void main(String[] a) throws Exception {
    Field f=ReflectPlainFieldOk.class.getDeclaredField("flag");
    Thread w = new Thread(() -> { try { Thread.sleep(30);
      data = 42;
      synchronized (L) { f.set(null,true); }
    } catch (Exception e) { throw new RuntimeException(e); } });
    w.start();
    while (true) {
      boolean ok;
      synchronized (L) { ok = f.getBoolean(null); }
      if (ok) break;
      Thread.sleep(5);
    }
    System.out.println("data " + data);
    w.join();
  }
}
