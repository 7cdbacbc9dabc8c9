/** A value is copied under the lock, and what is made of it is written outside. */
public class Copied {
  static int x;
  static int shared;
  static final Object lock = new Object();

  static void work(int add) {
    int i;
    synchronized (lock) {
      i = x;
      x = i + add;
    }
    shared = i + 1; // race: shared
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> work(1), "one");
    Thread two = new Thread(() -> work(2), "two");
    Thread first = args.length == 0 ? one : two; // whoever of them runs first
    first.start();
    (first == one ? two : one).start();
    one.join();
    two.join();
  }
}
