/** Two threads take turns in a section, which is nobody's but under its lock. */
public class CriticalFixed {
  static final int PATIENCE = 20;
  static final int FREE = -1;

  private int turn;
  private int inside = FREE;
  private int entered;
  private int collisions;

  private synchronized boolean isTurnOf(int me) {
    return turn == me;
  }

  void enter(int me) {
    int tries = 0;
    while (!isTurnOf(me) && tries < PATIENCE) {
      tries++;
      Thread.onSpinWait();
    }
    synchronized (this) {
      if (inside != FREE) {
        collisions++;
      }
      inside = me;
    }
  }

  synchronized void leave(int me) {
    entered++;
    inside = FREE;
    turn = 1 - me;
  }

  void work(int me) {
    for (int i = 0; i < 4; i++) {
      enter(me);
      leave(me);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    CriticalFixed section = new CriticalFixed();
    Thread first = new Thread(() -> section.work(0), "first");
    Thread second = new Thread(() -> section.work(1), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(section.entered > 0 ? "entered" : "impossible");
  }
}
