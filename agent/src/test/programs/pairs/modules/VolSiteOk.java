// mechanism: VolatileCallSite.setTarget seen through its dynamicInvoker (volatile semantics, documented)
import java.lang.invoke.*;

public class VolSiteOk {
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
    VolatileCallSite cs = new VolatileCallSite(MethodHandles.constant(int.class, -1));
    MethodHandle inv = cs.dynamicInvoker();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        data[i] = i;
        cs.setTarget(MethodHandles.constant(int.class, i));
      }
    });
    Thread b = new Thread(() -> {
      try {
        for (int i = 0; i < N; i++) {
          while ((int) inv.invokeExact() < i) Thread.yield();
          sum[0] += data[i];
        }
      } catch (Throwable t) { t.printStackTrace(); System.exit(1); }
    });
    b.start();
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
