package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class CountersTest {
  private final Counters counters = new Counters();

  /** The one with the race; it almost never fails. */
  @Test
  void hitsAreCounted() throws InterruptedException {
    Together.run(counters::hit);
    assertTrue(counters.hits() >= 1);
  }

  @RepeatedTest(8)
  void visitsAreCounted() throws InterruptedException {
    Together.run(counters::visit);
    assertEquals(2, counters.visits());
  }

  @Test
  void ordersAreCounted() throws InterruptedException {
    Together.run(counters::order);
    assertEquals(2, counters.orders());
  }

  @Test
  void closingIsSeen() throws InterruptedException {
    Together.run(counters::close);
    assertTrue(counters.isClosed());
  }

  @Test
  void oneThreadMayHit() {
    counters.hit();
    counters.hit();
    assertEquals(2, counters.hits());
  }
}
