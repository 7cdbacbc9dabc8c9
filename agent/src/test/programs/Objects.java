/** Makes many objects, each of which is touched for a moment only. */
public class Objects {
  int a;
  static int sum;

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    Thread[] threads = new Thread[2];
    for (int k = 0; k < threads.length; k++) {
      threads[k] =
          new Thread(
              () -> {
                int s = 0;
                for (int i = 0; i < n; i++) {
                  Objects object = new Objects();
                  object.a = i;
                  int[] array = new int[4];
                  array[i & 3] = object.a;
                  s += array[0];
                }
                synchronized (Objects.class) {
                  sum += s;
                }
              });
      threads[k].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("done");
  }
}
