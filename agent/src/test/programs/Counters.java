/** Counts under a lock, in an atomic, by hand-over through a volatile field; "racy": also without. */
public class Counters {
  static int locked;
  static int handed;
  static int plain;
  static volatile boolean done;
  static final int[] cells = new int[4];
  static final java.util.concurrent.atomic.AtomicInteger atomic =
      new java.util.concurrent.atomic.AtomicInteger();

  static void count(boolean racy, int own) {
    for (int i = 0; i < 1000; i++) {
      if (racy) {
        plain++;
      }
      synchronized (cells) {
        locked++;
      }
      cells[own]++;
      atomic.incrementAndGet();
    }
  }

  public static void main(String[] args) throws Exception {
    boolean racy = args.length > 0;
    Thread first =
        new Thread(
            () -> {
              handed = 1;
              done = true;
              count(racy, 0);
            },
            "first");
    Thread second =
        new Thread(
            () -> {
              count(racy, 1);
              while (!done) {
                Thread.onSpinWait();
              }
              handed++;
            },
            "second");
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(locked + handed + atomic.get() + cells[0] + cells[1]);
  }
}
