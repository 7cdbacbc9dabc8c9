/** A value is copied under the lock, and what is made of it is written outside. */
public class Copied {
  static int x;
  static int shared;
  static final Object lock = new Object();

  static void early() {
    shared = 1; // race: shared
    synchronized (lock) {
      x = x + 1;
    }
  }

  static void late() {
    int i;
    synchronized (lock) {
      i = x;
    }
    shared = i + 1; // race: shared
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> early(), "one");
    Thread two = new Thread(() -> late(), "two");
    Thread first = args.length == 0 ? one : two; // whoever of them runs first
    first.start();
    (first == one ? two : one).start();
    one.join();
    two.join();
  }
}
