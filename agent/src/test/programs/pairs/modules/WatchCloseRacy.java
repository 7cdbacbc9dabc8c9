// race: WatchCloseRacy.data
import java.nio.file.*;

public class WatchCloseRacy {
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
      ws.close();
      for (int i = 0; i < data.length; i++) data[i] = i;
    });
    a.join();
    b.join();
    System.out.println("done");
  }
}
