/** Two players take turns by a field that is not volatile. */
public class PingPong {
  private int turn;
  private int hits;

  void play(int me) {
    for (int i = 0; i < 10; i++) {
      while (turn != me) { // race: turn
        Thread.onSpinWait();
      }
      hits = hits + 1;
      turn = 1 - me; // race: turn
    }
  }

  public static void main(String[] args) throws InterruptedException {
    PingPong table = new PingPong();
    Thread ping = new Thread(() -> table.play(0), "ping");
    Thread pong = new Thread(() -> table.play(1), "pong");
    ping.start();
    pong.start();
    ping.join();
    pong.join();
    System.out.println("hits " + table.hits);
  }
}
