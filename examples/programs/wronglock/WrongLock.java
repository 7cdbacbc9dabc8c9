/** Two methods guard one field by different locks. */
public class WrongLock {
  private final Object lock = new Object();
  private int counter;

  void up() {
    synchronized (lock) {
      counter++; // race: counter
    }
  }

  void down() {
    synchronized (this) {
      counter--; // race: counter
    }
  }

  public static void main(String[] args) throws InterruptedException {
    WrongLock shared = new WrongLock();
    Thread up = new Thread(() -> { for (int i = 0; i < 10; i++) shared.up(); }, "up");
    Thread down = new Thread(() -> { for (int i = 0; i < 10; i++) shared.down(); }, "down");
    up.start();
    down.start();
    up.join();
    down.join();
    System.out.println("counted");
  }
}
