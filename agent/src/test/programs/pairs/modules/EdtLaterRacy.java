// race: EdtLaterRacy.count
import java.awt.EventQueue;

public class EdtLaterRacy {
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
    Thread b = go(() -> { for (int i = 0; i < 50; i++) inc.run(); });
    a.join();
    boolean[] res = new boolean[1];
    EventQueue.invokeAndWait(() -> res[0] = count == 100);
    b.join();
    System.out.println("done");
    System.exit(0);
  }
}
