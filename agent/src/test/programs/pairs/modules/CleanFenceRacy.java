// race: CleanFenceRacy.data
// java.lang.ref package documentation, "Memory consistency properties" (written down in later releases)
import java.lang.ref.*;
import java.util.concurrent.*;

public class CleanFenceRacy {
  static final int N = 5;
  static int[] data = new int[N];
  static int sum;
  static final CountDownLatch end = new CountDownLatch(N);
  static final Cleaner cleaner = Cleaner.create();
  static void make(int k) {
    Object o = new Object();
    data[k] = k;
    cleaner.register(o, () -> { sum += data[k]; end.countDown(); });
    Reference.reachabilityFence(o);
    data[k] += 100;
  }
  public static void main(String[] args) throws Exception {
    for (int k = 0; k < N; k++) make(k);
    do { System.gc(); } while (!end.await(50, TimeUnit.MILLISECONDS));
    System.out.println("done");
  }
}
