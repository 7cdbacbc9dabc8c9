// mechanism: java.util.Observable.setChanged/hasChanged are synchronized (status polling)
import java.util.Observable;

@SuppressWarnings("deprecation")
class Model extends Observable {
  int value;
  void mark() { setChanged(); }
  void unmark() { clearChanged(); }
}

public class ObsChgOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Model m = new Model();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < 40; i++) {
        while (m.hasChanged()) Thread.yield();
        m.value = i;
        m.mark();
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < 40; i++) {
        while (!m.hasChanged()) Thread.yield();
        sum[0] += m.value;
        m.unmark();
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
