/**
 * Two threads that fill arrays of their own, and one plain field that both write.
 *
 * <p>Arguments: the length of an array, and how many each thread fills.
 */
public class ArrayWrites {
  private static int last;

  public static void main(String[] args) throws InterruptedException {
    int length = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> fill(length, rounds));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("done");
  }

  private static void fill(int length, int rounds) {
    for (int round = 0; round < rounds; round++) {
      int[] cells = new int[length];
      for (int i = 0; i < length; i++) {
        cells[i] = i;
      }
      last = cells[length - 1];
    }
  }
}
