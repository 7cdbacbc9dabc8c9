/** Loops, handlers, switches and long values in methods that have two bodies; two locks for one field. */
public class TwoLocks {
  private static final Object ONE = new Object();
  private static final Object TWO = new Object();
  static int y;
  private static volatile int rounds;

  static long first(int n, long wide, double other) {
    long sum = wide;
    for (int i = 0; i < n; i++) {
      synchronized (ONE) {
        y += i;
      }
      try {
        if (i % 3 == 2) {
          throw new IllegalStateException();
        }
        sum += i;
      } catch (IllegalStateException e) {
        continue;
      } finally {
        sum++;
      }
    }
    return sum + (long) other;
  }

  static String second(int n) {
    int i = 0;
    do {
      switch (i % 3) {
        case 0 -> {
          synchronized (TWO) {
            y -= i;
          }
        }
        case 1 -> rounds = i;
        default -> i++;
      }
      i++;
    } while (i < n);
    return "" + n;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one =
        new Thread(
            () -> {
              for (int i = 0; i < 1000; i++) {
                first(5, i, 0.5);
              }
            });
    Thread two =
        new Thread(
            () -> {
              for (int i = 0; i < 1000; i++) {
                second(5);
              }
            });
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(second(1000) + " done");
  }
}
