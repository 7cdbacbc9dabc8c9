// mechanism: CookieManager's in-memory CookieStore (ReentrantLock): add seen by get
import java.net.*;
import java.util.List;

public class CookieStOk {
  static final int N = 20;
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
    CookieStore cs = new CookieManager().getCookieStore();
    URI u = URI.create("http://127.0.0.1/");
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        data[i] = i;
        HttpCookie c = new HttpCookie("k" + i, "v");
        c.setPath("/");
        cs.add(u, c);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        boolean found = false;
        for (HttpCookie c : cs.get(u)) if (c.getName().equals("k" + i)) found = true;
        if (found) { sum[0] += data[i]; i++; } else Thread.yield();
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
