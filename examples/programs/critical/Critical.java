/** Two threads take turns in a section, but who has waited for long enough goes in anyway. */
public class Critical {
  static final int PATIENCE = 20;
  static final int FREE = -1;

  private int turn;
  private int inside = FREE;
  private int entered;
  private int collisions;

  void enter(int me) {
    int tries = 0;
    while (turn != me && tries < PATIENCE) { // race: section
      tries++;
      Thread.onSpinWait();
    }
    if (inside != FREE) { // race: section
      collisions++; // race: section
    }
    inside = me; // race: section
  }

  void leave(int me) {
    entered++; // race: section
    inside = FREE; // race: section
    turn = 1 - me; // race: section
  }

  void work(int me) {
    for (int i = 0; i < 4; i++) {
      enter(me);
      leave(me);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Critical section = new Critical();
    Thread first = new Thread(() -> section.work(0), "first");
    Thread second = new Thread(() -> section.work(1), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(section.entered > 0 ? "entered" : "impossible");
  }
}
