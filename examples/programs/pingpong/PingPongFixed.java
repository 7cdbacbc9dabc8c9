/** Two players take turns by a volatile field. */
public class PingPongFixed {
  private volatile int turn;
  private int hits;

  void play(int me) {
    for (int i = 0; i < 10; i++) {
      while (turn != me) {
        Thread.onSpinWait();
      }
      hits = hits + 1;
      turn = 1 - me;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    PingPongFixed table = new PingPongFixed();
    Thread ping = new Thread(() -> table.play(0), "ping");
    Thread pong = new Thread(() -> table.play(1), "pong");
    ping.start();
    pong.start();
    ping.join();
    pong.join();
    System.out.println("hits " + table.hits);
  }
}
