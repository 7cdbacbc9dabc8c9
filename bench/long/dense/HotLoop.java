/**
 * Two threads, each with a hot loop over a field and an array of its own. Nothing is shared.
 *
 * <p>Arguments: the size factor (1 if not given), the threads (2).
 */
public class HotLoop {
  private static final int CELLS = 1024;

  private final int[] cells = new int[CELLS];
  private int sum;

  private void run(long rounds) {
    for (int i = 0; i < CELLS; i++) {
      cells[i] = i;
    }
    for (long round = 0; round < rounds; round++) {
      for (int i = 0; i < CELLS; i++) {
        sum += cells[i];
        cells[i] = sum ^ i;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    double size = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    HotLoop[] loops = new HotLoop[threads.length];
    long rounds = Math.round(12_000_000 * size);
    for (int i = 0; i < threads.length; i++) {
      HotLoop loop = new HotLoop();
      loops[i] = loop;
      threads[i] = new Thread(() -> loop.run(rounds));
      threads[i].start();
    }
    for (int i = 0; i < threads.length; i++) {
      threads[i].join();
      System.out.println("checksum " + loops[i].sum);
    }
  }
}
