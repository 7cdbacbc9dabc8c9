// race: Lst.weight
import java.beans.*;

class Lst implements PropertyChangeListener {
  int weight;
  boolean seen;
  long[] sum;
  @Override public void propertyChange(PropertyChangeEvent e) {
    if (!seen) { seen = true; sum[0] += weight; sum[1]++; }
  }
}

public class BeanPcsRacy {
  static final int N = 30;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    PropertyChangeSupport pcs = new PropertyChangeSupport(new Object());
    long[] sum = new long[2];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Lst l = new Lst();
        l.sum = sum;
        pcs.addPropertyChangeListener(l);
        l.weight = i * 3;
      }
    });
    Thread b = go(() -> {
      int k = 0;
      while (sum[1] < N) { pcs.firePropertyChange("p", k, k + 1); k++; Thread.yield(); }
    });
    a.join();
    b.join();
    System.out.println("seen=" + sum[1]);
  }
}
