package shop;

import java.util.ArrayList;
import java.util.List;

/** Runs something in two threads and waits for them. */
final class Together {
  private Together() {}

  static void run(Runnable work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(work, "customer-" + i);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
