/** The same with the total under the lock. */
public class CounterFixed {
  static int calls;
  static int total;
  static final Object statistics = new Object();

  static void work(int value) {
    synchronized (statistics) {
      total = value;
      calls = calls + 1;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> work(1), "one");
    Thread two = new Thread(() -> work(2), "two");
    one.start();
    two.start();
    one.join();
    two.join();
  }
}
