/**
 * The program of Figure 2 of the AtexRace paper. {@code y} has two locks: a race when {@code f1} and
 * {@code f4} run at the same time, or {@code f2} and {@code f3}. Both threads have called f1 and f3
 * often by then, so a sampler that looks at each thread by itself no longer checks them.
 *
 * <p>Arguments: how often thread 1 calls f1, and then f2; and thread 2 f3, and then f4.
 */
public class Figure2 {
  private static final Object M = new Object();
  private static final Object N = new Object();
  static long x;
  static long y;

  static void f1(int i) {
    synchronized (M) {
      x += i;
      y += i;
    }
  }

  static void f2(int i) {
    synchronized (N) {
      y += i;
    }
  }

  static void f3(int j) {
    synchronized (M) {
      x += j;
      y += j;
    }
  }

  static void f4(int j) {
    synchronized (N) {
      y += j;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int a = args.length > 0 ? Integer.parseInt(args[0]) : 50_000;
    int b = args.length > 1 ? Integer.parseInt(args[1]) : 35_000;
    Thread first =
        new Thread(
            () -> {
              for (int i = 0; i < a; i++) {
                f1(i);
              }
              for (int i = 0; i < a; i++) {
                f2(i);
              }
            });
    Thread second =
        new Thread(
            () -> {
              for (int j = 0; j < b; j++) {
                f3(j);
              }
              for (int j = 0; j < b; j++) {
                f4(j);
              }
            });
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println("done");
  }
}
