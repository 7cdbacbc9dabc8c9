// race: BeanCtxRacy.adds
import java.beans.beancontext.*;

@SuppressWarnings({"removal", "deprecation", "serial"})
public class BeanCtxRacy {
  static int adds;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static class Ctx extends BeanContextSupport {
    @Override public boolean add(Object child) { boolean r = super.add(child); adds++; return r; }
  }
  public static void main(String[] args) throws Exception {
    Ctx c1 = new Ctx();
    Ctx c2 = new Ctx();
    Thread a = go(() -> { for (int i = 0; i < 100; i++) c1.add("a" + i); });
    Thread b = go(() -> { for (int i = 0; i < 100; i++) c2.add("b" + i); });
    a.join();
    b.join();
    System.out.println("done " + (adds > 0));
  }
}
