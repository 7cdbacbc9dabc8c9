// race: Hd.uses
import java.net.*;

class Hd extends URLStreamHandler {
  int[] tab;
  int uses;
  @Override protected URLConnection openConnection(URL u) {
    Hd h = this;
    uses++;
    int s = 0;
    for (int v : tab) s += v;
    return new URLConnection(u) {
      @Override public void connect() { }
      @Override public int getContentLength() { return h.tab.length; }
      @Override public long getLastModified() { return h.tab[1]; }
    };
  }
}

public class UrlFactoryRacy {
  static final int N = 20;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  @SuppressWarnings("deprecation")
  static long use() throws Exception {
    long s = 0;
    for (int i = 0; i < N; i++) s += new URL("adv" + i + "://h/p").openConnection().getLastModified();
    return s;
  }
  public static void main(String[] args) throws Exception {
    URL.setURLStreamHandlerFactory(p -> {
      if (!p.startsWith("adv")) return null;
      Hd h = new Hd();
      h.tab = new int[] {1, Integer.parseInt(p.substring(3))};
      return h;
    });
    long[] s = new long[2];
    Thread a = go(() -> s[0] = use());
    Thread b = go(() -> s[1] = use());
    a.join();
    b.join();
    System.out.println(s[0] + " " + s[1]);
  }
}
