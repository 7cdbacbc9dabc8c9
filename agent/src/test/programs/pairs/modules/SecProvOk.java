// mechanism: Security.addProvider / getProvider (provider list published by sun.security.jca) hands over an own Provider's fields
import java.security.*;

@SuppressWarnings({"serial", "deprecation"})
class Prv extends Provider {
  int limit;
  Prv(int i) { super("Adv" + i, "1.0", "pair"); }
}

public class SecProvOk {
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
        p.limit = i;
        Security.addProvider(p);
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
    System.out.println("sum=" + sum[0]);
  }
}
