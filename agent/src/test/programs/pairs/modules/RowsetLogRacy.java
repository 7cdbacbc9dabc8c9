// race: RLog.hi
import java.util.logging.Logger;
import javax.sql.rowset.spi.SyncFactory;

class RLog extends Logger {
  int lo;
  int hi;
  RLog(String n) { super(n, null); }
}

public class RowsetLogRacy {
  static final int N = 40;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    SyncFactory.setLogger(new RLog("first"));
    int[] bad = new int[1];
    Thread a = go(() -> {
      for (int i = 1; i <= N; i++) {
        RLog l = new RLog("l" + i);
        l.lo = i;
        SyncFactory.setLogger(l);
        l.hi = i;
      }
    });
    Thread b = go(() -> {
      RLog l;
      do {
        l = (RLog) SyncFactory.getLogger();
        if (l.lo != l.hi) bad[0]++;
        Thread.yield();
      } while (l.lo < N);
    });
    a.join();
    b.join();
    System.out.println("done");
  }
}
