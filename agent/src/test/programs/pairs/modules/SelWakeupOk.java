// mechanism: Selector.wakeup makes a blocked select return (selector's interrupt lock, actual behaviour)
import java.nio.channels.Selector;

public class SelWakeupOk {
  static int[] cmd = new int[16];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Selector sel = Selector.open();
    int[] sum = new int[1];
    Thread b = go(() -> {
      sel.select();
      for (int v : cmd) sum[0] += v;
    });
    Thread a = go(() -> {
      for (int i = 0; i < cmd.length; i++) cmd[i] = i;
      sel.wakeup();
    });
    a.join();
    b.join();
    sel.close();
    System.out.println("sum=" + sum[0]);
  }
}
