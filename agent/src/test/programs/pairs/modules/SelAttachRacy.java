// race: Msg.body
import java.nio.channels.*;

class Msg {
  int seq;
  int body;
}

public class SelAttachRacy {
  static final int N = 50;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Selector sel = Selector.open();
    Pipe p = Pipe.open();
    p.source().configureBlocking(false);
    SelectionKey k = p.source().register(sel, SelectionKey.OP_READ);
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Msg m = new Msg();
        m.seq = i;
        while (k.attachment() != null) Thread.yield();
        k.attach(m);
        m.body = i * 5;
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; i++) {
        Msg m;
        while ((m = (Msg) k.attachment()) == null) Thread.yield();
        sum[0] += m.body;
        k.attach(null);
      }
    });
    a.join();
    b.join();
    p.source().close();
    p.sink().close();
    sel.close();
    System.out.println("done");
  }
}
