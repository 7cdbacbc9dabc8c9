import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.function.*; import java.io.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.Field; import java.lang.reflect.Method; import java.nio.*; import java.nio.file.*; import java.util.stream.*;
public class LruOverrideOk {
  static int data; // plain; written before the writer's critical section, read after the reader's section that saw its effect
  static final Object L = new Object();
  static final Map<String,String> m = new LinkedHashMap<>(16,.75f,true){ protected boolean removeEldestEntry(Map.Entry<String,String> e){ return size()>3; } };
  public static void main(String[] a) throws Exception {
    
    Thread w = new Thread(() -> { try { Thread.sleep(30);
      data = 42;
      synchronized (L) { m.put("k","v"); }
    } catch (Exception e) { throw new RuntimeException(e); } });
    w.start();
    while (true) {
      boolean ok;
      synchronized (L) { ok = m.get("k")!=null; }
      if (ok) break;
      Thread.sleep(5);
    }
    System.out.println("data " + data);
    w.join();
  }
}
