// mechanism: own AWTEvent posted by two threads, handled in dispatchEvent of a pushed EventQueue
import java.awt.*;

@SuppressWarnings("serial")
class MyEv extends AWTEvent {
  int v;
  MyEv(Object s) { super(s, AWTEvent.RESERVED_ID_MAX + 5); }
}

public class EvtQueueOk {
  static long sum;
  static int n;
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
    EventQueue q = new EventQueue() {
      @Override protected void dispatchEvent(AWTEvent e) {
        if (e instanceof MyEv) { sum += ((MyEv) e).v; n++; } else super.dispatchEvent(e);
      }
    };
    Toolkit.getDefaultToolkit().getSystemEventQueue().push(q);
    EventQueue.invokeAndWait(() -> n = 0);
    Act w = () -> {
      for (int i = 0; i < 25; i++) {
        MyEv e = new MyEv("src");
        e.v = i;
        q.postEvent(e);
      }
    };
    Thread a = go(w);
    Thread b = go(w);
    a.join();
    b.join();
    long[] r = new long[2];
    EventQueue.invokeAndWait(() -> { r[0] = sum; r[1] = n; });
    System.out.println(r[1] + " " + r[0]);
    System.exit(0);
  }
}
