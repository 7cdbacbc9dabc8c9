/**
 * Figure 1 of [RECIPE]. The run takes the branch that reads x; whoever reads y earlier takes it as
 * well, or takes the other one. Both reads of x race with the write.
 */
public class Figure1 {
  static int x;
  static int y;
  static final Object lock = new Object();

  static void first() {
    setY(3);
    x = 1; // race: taken other
    setY(5);
  }

  static void second() {
    int seen = getY();
    if (seen > 2) {
      System.out.println(1 + x); // race: taken
    } else {
      System.out.println(2 + x); // race: other
    }
  }

  static void setY(int value) {
    synchronized (lock) {
      y = value;
    }
  }

  static int getY() {
    synchronized (lock) {
      return y;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(Figure1::runFirst, "first");
    Thread two = new Thread(Figure1::runSecond, "second");
    one.start();
    Thread.sleep(50); // so that the run shows the branch of the figure
    two.start();
    one.join();
    two.join();
  }

  static void runFirst() {
    first();
  }

  static void runSecond() {
    second();
  }
}
