/** Two threads that fill arrays and forget them. */
public class ShortLived {
  static int[] shared = new int[2];

  static void fill(int mine) {
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 20_000; i++) {
        int[] array = new int[3];
        array[i % 3] = i;
        shared[mine] += array[i % 3];
      }
      System.gc();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> fill(1));
    other.start();
    fill(0);
    other.join();
    System.out.println(shared[0] == shared[1]);
  }
}
