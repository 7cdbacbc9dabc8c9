// race: Res.uses
import javax.swing.UIDefaults;

class Res {
  int size;
  int uses;
}

public class UiLazyRacy {
  static final int N = 40;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static int use(UIDefaults d) {
    int s = 0;
    for (int i = 0; i < N; i++) {
      Res r = (Res) d.get("k" + i);
      s += r.size;
      r.uses++;
    }
    return s;
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    UIDefaults d = new UIDefaults();
    for (int i = 0; i < N; i++) {
      int k = i;
      d.put("k" + i, (UIDefaults.LazyValue) t -> { Res r = new Res(); r.size = k; r.uses = 1; return r; });
    }
    int[] s = new int[2];
    Thread a = go(() -> s[0] = use(d));
    Thread b = go(() -> s[1] = use(d));
    a.join();
    b.join();
    System.out.println(s[0] + " " + s[1]);
  }
}
