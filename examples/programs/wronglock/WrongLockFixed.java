/** Two methods guard one field by the same lock. */
public class WrongLockFixed {
  private final Object lock = new Object();
  private int counter;

  void up() {
    synchronized (lock) {
      counter++;
    }
  }

  void down() {
    synchronized (lock) {
      counter--;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    WrongLockFixed shared = new WrongLockFixed();
    Thread up = new Thread(() -> { for (int i = 0; i < 10; i++) shared.up(); }, "up");
    Thread down = new Thread(() -> { for (int i = 0; i < 10; i++) shared.down(); }, "down");
    up.start();
    down.start();
    up.join();
    down.join();
    System.out.println("counted");
  }
}
