// race: CfgL.mask
import java.io.ByteArrayInputStream;
import java.util.logging.LogManager;

class CfgL implements Runnable {
  int mask;
  boolean ran;
  int[] acc;
  @Override public void run() { if (!ran) { ran = true; acc[0] += mask; acc[1]++; } }
}

public class LogCfgRacy {
  static final int N = 10;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    LogManager lm = LogManager.getLogManager();
    int[] acc = new int[2];
    CfgL[] keep = new CfgL[N];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        CfgL c = new CfgL();
        keep[i] = c;
        c.acc = acc;
        lm.addConfigurationListener(c);
        c.mask = i;
      }
    });
    Thread b = go(() -> {
      while (acc[1] < N) { lm.readConfiguration(new ByteArrayInputStream(".level=INFO\n".getBytes())); Thread.yield(); }
    });
    a.join();
    b.join();
    System.out.println("n=" + acc[1]);
  }
}
