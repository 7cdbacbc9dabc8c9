// mechanism: DOMImplementationRegistry.addSource/getDOMImplementation (a Vector) publishes a DOMImplementationSource
import org.w3c.dom.*;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;

class Src implements DOMImplementationSource {
  int cost;
  boolean counted;
  int[] acc;
  @Override public DOMImplementation getDOMImplementation(String f) {
    if (!counted) { counted = true; acc[0] += cost; acc[1]++; }
    return null;
  }
  @Override public DOMImplementationList getDOMImplementationList(String f) { return null; }
}

public class DomRegOk {
  static final int N = 20;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    DOMImplementationRegistry reg = DOMImplementationRegistry.newInstance();
    int[] acc = new int[2];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Src s = new Src();
        s.acc = acc;
        s.cost = i;
        reg.addSource(s);
      }
    });
    Thread b = go(() -> { while (acc[1] < N) { reg.getDOMImplementation("pair 9.0"); Thread.yield(); } });
    a.join();
    b.join();
    System.out.println("cost=" + acc[0]);
  }
}
