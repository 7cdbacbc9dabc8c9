// mechanism: SubmissionPublisher: onNext calls of one Subscriber are serial and ordered, from two submitting threads
import java.util.concurrent.*;

class Acc implements Flow.Subscriber<int[]> {
  long total;
  Flow.Subscription s;
  final CountDownLatch end = new CountDownLatch(1);
  public void onSubscribe(Flow.Subscription s) { this.s = s; s.request(1); }
  public void onNext(int[] v) { total += v[0]; s.request(1); }
  public void onError(Throwable t) { t.printStackTrace(); }
  public void onComplete() { end.countDown(); }
}

public class FlowPubOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    SubmissionPublisher<int[]> p = new SubmissionPublisher<>();
    Acc acc = new Acc();
    p.subscribe(acc);
    Act w = () -> {
      for (int i = 0; i < 60; i++) {
        int[] m = {i};
        p.submit(m);
      }
    };
    Thread a = go(w);
    Thread b = go(w);
    a.join();
    b.join();
    p.close();
    acc.end.await();
    System.out.println("total=" + acc.total);
  }
}
