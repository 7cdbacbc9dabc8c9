// mechanism: DatagramChannel.configureBlocking / isBlocking (volatile blocking mode, actual behaviour)
import java.nio.channels.DatagramChannel;

public class DgBlockingOk {
  static final int N = 10;
  static int[] data = new int[N];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    DatagramChannel[] ch = new DatagramChannel[N];
    for (int i = 0; i < N; i++) ch[i] = DatagramChannel.open();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        data[i] = i;
        ch[i].configureBlocking(false);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; i++) {
        while (ch[i].isBlocking()) Thread.yield();
        sum[0] += data[i];
      }
    });
    a.join();
    b.join();
    for (DatagramChannel c : ch) c.close();
    System.out.println("sum=" + sum[0]);
  }
}
