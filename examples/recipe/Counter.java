/** A statistics counter under a lock of its own orders the sections, and nothing depends on it. */
public class Counter {
  static int calls;
  static int total;
  static final Object statistics = new Object();

  static void work(boolean early) {
    if (early) {
      total = 1; // race: total
      count();
    } else {
      count();
      total = 2; // race: total
    }
  }

  static void count() {
    synchronized (statistics) {
      calls = calls + 1;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> work(true), "one");
    Thread two = new Thread(() -> work(false), "two");
    Thread first = args.length == 0 ? one : two; // whoever of them runs first
    first.start();
    (first == one ? two : one).start();
    one.join();
    two.join();
  }
}
