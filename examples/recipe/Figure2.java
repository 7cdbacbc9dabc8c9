/** Figure 2 of [RECIPE]: a sum of a shared and a local field decides, and stays large enough. */
public class Figure2 {
  static final class Cell {
    int f;
  }

  static final Cell s1 = new Cell();
  static final Cell s2 = new Cell();
  static final Object lock = new Object();

  static void first() {
    synchronized (lock) {
      s1.f = 3;
    }
    s2.f = 1; // race: cell
    synchronized (lock) {
      s1.f = 2;
    }
  }

  static void second() {
    Cell w = new Cell();
    w.f = 10;
    int z = w.f;
    int v;
    synchronized (lock) {
      v = s1.f;
    }
    int x = v + z;
    if (x > 11) {
      s2.f = x; // race: cell
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> first(), "first");
    Thread two = new Thread(() -> second(), "second");
    one.start();
    Thread.sleep(50);
    two.start();
    one.join();
    two.join();
  }
}
