// mechanism: ObjectInputFilter.Config.setSerialFilter / getSerialFilter (static, set once)
import java.io.ObjectInputFilter;

class Flt implements ObjectInputFilter {
  int[] limits = new int[12];
  @Override public Status checkInput(FilterInfo i) { return Status.UNDECIDED; }
}

public class SerFilterOk {
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
    Thread b = go(() -> {
      ObjectInputFilter f;
      while ((f = ObjectInputFilter.Config.getSerialFilter()) == null) Thread.yield();
      for (int v : ((Flt) f).limits) sum[0] += v;
    });
    Thread a = go(() -> {
      Flt f = new Flt();
      for (int i = 0; i < 12; i++) f.limits[i] = i;
      ObjectInputFilter.Config.setSerialFilter(f);
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
