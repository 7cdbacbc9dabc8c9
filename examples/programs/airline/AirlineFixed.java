/** Agents sell the seats of one flight; the test for a free seat and the sale are one step. */
public class AirlineFixed {
  static int seats = 9;
  static boolean soldOut;

  static synchronized void sell() {
    if (!soldOut) {
      seats--;
      if (seats <= 0) {
        soldOut = true;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] agents = new Thread[4];
    for (int i = 0; i < agents.length; i++) {
      agents[i] =
          new Thread(
              () -> {
                for (int k = 0; k < 8; k++) {
                  sell();
                }
              },
              "agent-" + i);
      agents[i].start();
    }
    for (Thread agent : agents) {
      agent.join();
    }
    System.out.println("sold out: " + soldOut);
  }
}
