import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The collector looks at the frames of a thread that waits, which must be as the JVM expects. */
public class CollectedWhileWaitingOk {
  static boolean ready;

  public static void main(String[] args) throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    Thread waiting =
        new Thread(
            () -> {
              lock.lock();
              try {
                while (!ready) {
                  condition.awaitUninterruptibly();
                }
              } finally {
                lock.unlock();
              }
            });
    waiting.start();
    Thread.sleep(100);
    System.gc();
    lock.lock();
    try {
      ready = true;
      condition.signal();
    } finally {
      lock.unlock();
    }
    waiting.join();
    System.out.println("done");
  }
}
