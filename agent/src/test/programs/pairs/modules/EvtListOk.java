// mechanism: javax.swing.event.EventListenerList: volatile copy-on-write listener array
import java.util.EventListener;
import javax.swing.event.EventListenerList;

class Li implements EventListener {
  int prio;
}

public class EvtListOk {
  static final int N = 30;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    EventListenerList l = new EventListenerList();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Li x = new Li();
        x.prio = i;
        l.add(Li.class, x);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        Object[] arr = l.getListenerList();
        for (; i < arr.length / 2; i++) sum[0] += ((Li) arr[2 * i + 1]).prio;
        Thread.yield();
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
