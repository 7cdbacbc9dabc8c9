package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TicketsIT {
  private final Tickets tickets = new Tickets();

  @Test
  void ticketsAreCounted() throws InterruptedException {
    Thread other = new Thread(tickets::sell);
    other.start();
    tickets.sell();
    other.join();
    assertTrue(tickets.sold() >= 1);
  }

  @Test
  void nothingIsSoldAtFirst() {
    assertTrue(tickets.sold() == 0);
  }
}
