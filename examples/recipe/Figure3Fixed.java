/**
 * Figure 3 of [RECIPE] with the field written before its object is published. A read of the other
 * object is no read of this one, so nothing races.
 */
public class Figure3Fixed {
  static final class Cell {
    int f;
  }

  static Cell y;
  static final Object lock = new Object();

  static void first() {
    Cell one = new Cell();
    Cell two = new Cell();
    publish(one);
    two.f = 5;
    publish(two);
  }

  static void second() {
    Cell z = get();
    if (z != null) {
      int w = z.f;
      System.out.println(w);
    }
  }

  static void publish(Cell cell) {
    synchronized (lock) {
      y = cell;
    }
  }

  static Cell get() {
    synchronized (lock) {
      return y;
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
