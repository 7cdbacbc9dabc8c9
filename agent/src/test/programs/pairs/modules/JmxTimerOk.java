// mechanism: javax.management.timer.Timer: user data given to addNotification, read by the listener in the timer thread
import java.util.Date;
import java.util.concurrent.CountDownLatch;
import javax.management.timer.Timer;
import javax.management.timer.TimerNotification;
import javax.management.Notification;

class Job {
  int cost;
}

public class JmxTimerOk {
  static final int N = 20;
  static int sum;
  public static void main(String[] args) throws Exception {
    Timer t = new Timer();
    CountDownLatch end = new CountDownLatch(N);
    t.addNotificationListener((Notification n, Object hb) -> {
      sum += ((Job) n.getUserData()).cost;
      end.countDown();
    }, null, null);
    t.start();
    Job[] jobs = new Job[N];
    for (int i = 0; i < N; i++) {
      jobs[i] = new Job();
      jobs[i].cost = i;
      t.addNotification("job", "m", jobs[i], new Date(System.currentTimeMillis() + 60));
    }
    end.await();
    t.stop();
    System.out.println("sum=" + sum);
  }
}
