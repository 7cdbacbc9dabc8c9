/**
 * A branch that no execution takes: y is 0 or 3, never 7. A tool that asks for the race under an
 * implication, as the paper writes it, reports one.
 */
public class NeverTaken {
  static int x;
  static int y;
  static final Object lock = new Object();

  static void first() {
    synchronized (lock) {
      y = 3;
    }
    x = 1;
  }

  static void second() {
    int seen;
    synchronized (lock) {
      seen = y;
    }
    if (seen == 7) {
      x = 2;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> first(), "first");
    Thread two = new Thread(() -> second(), "second");
    one.start();
    two.start();
    one.join();
    two.join();
  }
}
