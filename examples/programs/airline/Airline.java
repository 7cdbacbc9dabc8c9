/** Agents sell the seats of one flight; the test for a free seat and the sale are not one step. */
public class Airline {
  static int seats = 9; // more than one agent tries to sell, and few: all are sold though sales get lost
  static boolean soldOut;

  static void sell() {
    if (!soldOut) { // race: soldOut
      seats--; // race: seats
      if (seats <= 0) { // race: seats
        soldOut = true; // race: soldOut
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
