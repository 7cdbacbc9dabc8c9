// race: SelWakeupRacy.cmd
import java.nio.channels.Selector;

public class SelWakeupRacy {
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
      sel.wakeup();
      for (int i = 0; i < cmd.length; i++) cmd[i] = i;
    });
    a.join();
    b.join();
    sel.close();
    System.out.println("done");
  }
}
