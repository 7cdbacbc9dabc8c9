// mechanism: NotificationBroadcasterSupport with a single-threaded Executor serialises listeners of two senders
import java.util.concurrent.*;
import javax.management.*;

class Lis implements NotificationListener {
  long total;
  @Override public void handleNotification(Notification n, Object hb) { total += n.getSequenceNumber(); }
}

public class NotifExecOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    ExecutorService ex = Executors.newSingleThreadExecutor();
    NotificationBroadcasterSupport nb = new NotificationBroadcasterSupport(ex);
    Lis l = new Lis();
    nb.addNotificationListener(l, null, null);
    Act s = () -> { for (int i = 0; i < 40; i++) nb.sendNotification(new Notification("t", "src", i)); };
    Thread a = go(s);
    Thread b = go(s);
    a.join();
    b.join();
    long r = ex.submit(() -> l.total).get();
    ex.shutdown();
    System.out.println("r=" + r);
  }
}
