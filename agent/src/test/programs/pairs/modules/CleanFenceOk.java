// mechanism: Reference.reachabilityFence(x) happens-before the clearing of x's references, hence before the Cleaner's action
// java.lang.ref package documentation, "Memory consistency properties" (written down in later releases)
import java.lang.ref.*;
import java.util.concurrent.*;

public class CleanFenceOk {
  static final int N = 5;
  static int[] data = new int[N];
  static int sum;
  static final CountDownLatch end = new CountDownLatch(N);
  static final Cleaner cleaner = Cleaner.create();
  static void make(int k) {
    Object o = new Object();
    data[k] = k;
    cleaner.register(o, () -> { sum += data[k]; end.countDown(); });
    data[k] += 100;
    Reference.reachabilityFence(o);
  }
  public static void main(String[] args) throws Exception {
    for (int k = 0; k < N; k++) make(k);
    do { System.gc(); } while (!end.await(50, TimeUnit.MILLISECONDS));
    System.out.println("sum=" + sum);
  }
}
