/**
 * The program of Figure 2 of the AtexRace paper. {@code y} has two locks: a race when {@code f1}
 * and {@code f4} run at the same time (case c of its Figure 4), or {@code f2} and {@code f3} (case
 * d). Both threads have called f1 and f3 often by then, so a sampler that looks at each thread by
 * itself hardly checks them any more: LiteRace, with 10 of 10,000 calls.
 *
 * <p>Both threads make a call every few microseconds, by the clock, so that they go on at the same
 * speed without waiting for each other: that would order them. So f1 and f4 are called at the same
 * time {@code a - b} times, about. With the numbers that are set LiteRace checks calls of f1 just
 * before (31,100 and so on) and would do so again just after (41,100): the case that the paper
 * tells of. Other numbers put such a burst between the two.
 *
 * <p>Arguments: a, how often thread 1 calls f1, and then f2; b, how often thread 2 calls f3, and
 * then f4; the time from a call to the next in nanoseconds.
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

  private static void await(long start, long calls, int pause) {
    while (System.nanoTime() - start < calls * pause) {
      Thread.onSpinWait();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int a = args.length > 0 ? Integer.parseInt(args[0]) : 38_000;
    int b = args.length > 1 ? Integer.parseInt(args[1]) : 35_000;
    int pause = args.length > 2 ? Integer.parseInt(args[2]) : 10_000;
    long start = System.nanoTime();
    Thread first =
        new Thread(
            () -> {
              for (int i = 0; i < a; i++) {
                await(start, i, pause);
                f1(i);
              }
              for (int i = 0; i < a; i++) {
                await(start, a + i, pause);
                f2(i);
              }
            });
    Thread second =
        new Thread(
            () -> {
              for (int j = 0; j < b; j++) {
                await(start, j, pause);
                f3(j);
              }
              for (int j = 0; j < b; j++) {
                await(start, b + j, pause);
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
