// mechanism: AbstractPreferences node lock: own in-memory SPI methods are called under it by put/get/remove
import java.util.*;
import java.util.prefs.*;

class Node extends AbstractPreferences {
  static Map<String, String> map = new HashMap<>();
  static int ops;
  Node(AbstractPreferences p, String n) { super(p, n); }
  protected void putSpi(String k, String v) { map.put(k, v); ops++; }
  protected String getSpi(String k) { ops++; return map.get(k); }
  protected void removeSpi(String k) { map.remove(k); ops++; }
  protected void removeNodeSpi() { }
  protected String[] keysSpi() { return map.keySet().toArray(new String[0]); }
  protected String[] childrenNamesSpi() { return new String[0]; }
  protected AbstractPreferences childSpi(String n) { return new Node(this, n); }
  protected void syncSpi() { }
  protected void flushSpi() { }
}

public class PrefsSpiOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static void work(Preferences p, String pre) {
    for (int i = 0; i < 50; i++) {
      p.put(pre + i % 5, "v" + i);
      p.get(pre + (i + 1) % 5, "");
      if (i % 10 == 9) p.remove(pre + i % 5);
    }
  }
  public static void main(String[] args) throws Exception {
    Node root = new Node(null, "");
    Preferences n1 = root.node("a");
    Preferences n2 = n1;
    Thread a = go(() -> work(n1, "x"));
    Thread b = go(() -> work(n2, "y"));
    a.join();
    b.join();
    System.out.println("ops=" + Node.ops);
  }
}
