// mechanism: GC notification listener: registration (listenerLock) before the callback in the JVM's notification thread
import java.lang.management.*;
import java.util.concurrent.CountDownLatch;
import javax.management.*;

class Pay {
  int a, b;
}

public class GcNotifOk {
  static int seen;
  static boolean fired;
  public static void main(String[] args) throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    Pay p = new Pay();
    p.a = 5;
    p.b = 6;
    NotificationListener nl = (n, hb) -> {
      Pay q = (Pay) hb;
      int v = q.a + q.b;
      if (!fired) { fired = true; seen = v; l.countDown(); }
    };
    for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans())
      ((NotificationEmitter) g).addNotificationListener(nl, null, p);
    System.gc();
    l.await();
    System.out.println("seen=" + seen);
  }
}
