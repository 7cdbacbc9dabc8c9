// mechanism: AWT event dispatch thread as serial executor: EventQueue.invokeLater from two threads, invokeAndWait to read
import java.awt.EventQueue;

public class EdtLaterOk {
  static int count;
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
    EventQueue.invokeAndWait(() -> count = 0);
    Runnable inc = () -> count++;
    Thread a = go(() -> { for (int i = 0; i < 50; i++) EventQueue.invokeLater(inc); });
    Thread b = go(() -> { for (int i = 0; i < 50; i++) EventQueue.invokeLater(inc); });
    a.join();
    b.join();
    boolean[] res = new boolean[1];
    EventQueue.invokeAndWait(() -> res[0] = count == 100);
    System.out.println("all=" + res[0]);
    System.exit(0);
  }
}
