// mechanism: NamingManager.setInitialContextFactoryBuilder / hasInitialContextFactoryBuilder (static synchronized)
import java.util.Hashtable;
import javax.naming.spi.*;

class Bld implements InitialContextFactoryBuilder {
  static int[] props = new int[10];
  @Override public InitialContextFactory createInitialContextFactory(Hashtable<?, ?> env) { return e -> null; }
}

public class NamingBldOk {
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
      while (!NamingManager.hasInitialContextFactoryBuilder()) Thread.yield();
      for (int v : Bld.props) sum[0] += v;
    });
    Thread a = go(() -> {
      for (int i = 0; i < 10; i++) Bld.props[i] = i;
      NamingManager.setInitialContextFactoryBuilder(new Bld());
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
