// mechanism: SwingWorker.publish -> process on the EDT, doInBackground -> done on the EDT
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.swing.SwingWorker;

public class SwWorkerOk {
  static final int N = 50;
  static int[] data = new int[N];
  static long sum;
  static int total;
  static final CountDownLatch end = new CountDownLatch(1);
  static class W extends SwingWorker<Void, Integer> {
    @Override protected Void doInBackground() {
      for (int i = 0; i < N; i++) {
        data[i] = i;
        publish(i);
      }
      total = N;
      return null;
    }
    @Override protected void process(List<Integer> ch) { for (int i : ch) sum += data[i]; }
    @Override protected void done() {
      sum += total;
      end.countDown();
    }
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    W w = new W();
    w.execute();
    end.await();
    System.out.println("sum=" + sum);
    System.exit(0);
  }
}
