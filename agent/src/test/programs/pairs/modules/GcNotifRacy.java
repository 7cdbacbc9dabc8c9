// race: Pay.a
import java.lang.management.*;
import java.util.concurrent.CountDownLatch;
import javax.management.*;

class Pay {
  int a, b;
}

public class GcNotifRacy {
  static int seen;
  static boolean fired;
  public static void main(String[] args) throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    Pay p = new Pay();
    NotificationListener nl = (n, hb) -> {
      Pay q = (Pay) hb;
      int v = q.a + q.b;
      if (!fired) { fired = true; seen = v; l.countDown(); }
    };
    for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans())
      ((NotificationEmitter) g).addNotificationListener(nl, null, p);
    System.gc();
    for (int i = 0; i < 20; i++) { p.a++; p.b++; Thread.sleep(1); }
    l.await();
    System.out.println("done");
  }
}
