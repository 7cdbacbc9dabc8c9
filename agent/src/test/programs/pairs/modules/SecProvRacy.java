// race: Prv.limit
import java.security.*;

@SuppressWarnings({"serial", "deprecation"})
class Prv extends Provider {
  int limit;
  Prv(int i) { super("Adv" + i, "1.0", "pair"); }
}

public class SecProvRacy {
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
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Prv p = new Prv(i);
        Security.addProvider(p);
        p.limit = i;
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        Provider p = Security.getProvider("Adv" + i);
        if (p == null) { Thread.yield(); continue; }
        sum[0] += ((Prv) p).limit;
        i++;
      }
    });
    a.join();
    b.join();
    System.out.println("done");
  }
}
