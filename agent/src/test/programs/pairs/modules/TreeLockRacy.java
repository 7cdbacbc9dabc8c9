// race: Lay.comps
import java.awt.*;

class Lay implements LayoutManager {
  int comps;
  public void addLayoutComponent(String n, Component c) { }
  public void removeLayoutComponent(Component c) { }
  public Dimension preferredLayoutSize(Container p) { return new Dimension(1, 1); }
  public Dimension minimumLayoutSize(Container p) { return new Dimension(1, 1); }
  public void layoutContainer(Container p) { }
}

@SuppressWarnings("serial")
public class TreeLockRacy {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    Lay lay = new Lay();
    Act job = () -> {
      Container c = new Container();
      c.setLayout(lay);
      for (int i = 0; i < 60; i++) {
        c.add("x" + i, new Container());
        lay.comps++;
      }
    };
    Thread a = go(job);
    Thread b = go(job);
    a.join();
    b.join();
    System.out.println("done");
  }
}
