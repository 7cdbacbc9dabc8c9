/**
 * Figure 3 of [RECIPE]: a reference is replaced, and the field of the new object is written after
 * it was published: a race, on the object that the run has read.
 */
public class Figure3 {
  static final class Cell {
    int f;
  }

  static Cell y;
  static final Object lock = new Object();

  static void first() {
    Cell one = new Cell();
    Cell two = new Cell();
    publish(one);
    publish(two);
    two.f = 5; // race: published
  }

  static void second() {
    Cell z = get();
    if (z != null) {
      int w = z.f; // race: published
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
