// mechanism: WatchService.close wakes a thread blocked in take (ClosedWatchServiceException via the key queue)
import java.nio.file.*;

public class WatchCloseOk {
  static int[] data = new int[10];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    WatchService ws = FileSystems.getDefault().newWatchService();
    int[] sum = new int[1];
    Thread b = go(() -> {
      try { ws.take(); } catch (ClosedWatchServiceException e) { for (int v : data) sum[0] += v; }
    });
    Thread a = go(() -> {
      for (int i = 0; i < data.length; i++) data[i] = i;
      ws.close();
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
