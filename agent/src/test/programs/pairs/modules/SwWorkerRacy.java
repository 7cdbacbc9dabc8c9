// race: SwWorkerRacy.data
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.swing.SwingWorker;

public class SwWorkerRacy {
  static final int N = 50;
  static int[] data = new int[N];
  static long sum;
  static int total;
  static final CountDownLatch end = new CountDownLatch(1);
  static class W extends SwingWorker<Void, Integer> {
    @Override protected Void doInBackground() {
      for (int i = 0; i < N; i++) {
        publish(i);
        data[i] = i;
      }
      total = N;
      for (int i = 0; i < N; i++) data[i]++;
      return null;
    }
    @Override protected void process(List<Integer> ch) { for (int i : ch) sum += data[i]; }
    @Override protected void done() {
      end.countDown();
    }
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    W w = new W();
    w.execute();
    for (int i = 0; i < N; i++) data[i]--;
    end.await();
    System.out.println("done");
    System.exit(0);
  }
}
