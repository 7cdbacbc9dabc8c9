// mechanism: ResourceBundle.Control.newBundle result published through the bundle cache
import java.util.*;

public class BundleCtlOk {
  static final int N = 20;
  public static class Rb extends ResourceBundle {
    int[] tab;
    int hits;
    @Override protected Object handleGetObject(String k) {
      int s = 0;
      for (int v : tab) s += v;
      return s;
    }
    @Override public Enumeration<String> getKeys() { return Collections.emptyEnumeration(); }
  }
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static int use() {
    ResourceBundle.Control c = new ResourceBundle.Control() {
      @Override public List<String> getFormats(String b) { return List.of("pair"); }
      @Override public Locale getFallbackLocale(String b, Locale l) { return null; }
      @Override public ResourceBundle newBundle(String b, Locale l, String f, ClassLoader cl, boolean r) {
        Rb rb = new Rb();
        rb.tab = new int[10];
        for (int i = 0; i < 10; i++) rb.tab[i] = i * b.length();
        return rb;
      }
    };
    int s = 0;
    for (int i = 0; i < N; i++) s += (Integer) ResourceBundle.getBundle("pair" + i, Locale.ROOT, c).getObject("x");
    return s;
  }
  public static void main(String[] args) throws Exception {
    int[] s = new int[2];
    Thread a = go(() -> s[0] = use());
    Thread b = go(() -> s[1] = use());
    a.join();
    b.join();
    System.out.println(s[0] + " " + s[1]);
  }
}
