/**
 * Two threads that make objects without end and hand each other one of them now and then, and one
 * plain field that both write. Each object is written, read and forgotten.
 *
 * <p>Argument: how many objects each thread makes; {@code max-events} ends the recording, too.
 */
public class Billion {
  private static final Object LOCK = new Object();
  private static Cell shared; // guarded by LOCK
  private static int last; // guarded by nothing

  private static final class Cell {
    int a;
    int b;
    int c;
    Cell next;
  }

  public static void main(String[] args) throws InterruptedException {
    long rounds = Long.parseLong(args[0]);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> make(rounds));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("done");
  }

  private static void make(long rounds) {
    Cell before = new Cell();
    for (long round = 0; round < rounds; round++) {
      Cell cell = new Cell();
      cell.a = (int) round;
      cell.b = cell.a + 1;
      cell.c = cell.b + before.c;
      cell.next = before;
      before.next = null; // so that only two are alive
      before = cell;
      if (round % 1000 == 0) {
        synchronized (LOCK) {
          if (shared != null) {
            shared.c++;
          }
          shared = cell;
        }
      }
      if (round % 1_000_000 == 0) {
        last = cell.c;
      }
    }
  }
}
