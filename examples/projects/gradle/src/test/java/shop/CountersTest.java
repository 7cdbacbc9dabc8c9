package shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CountersTest {
  private final Counters counters = new Counters();

  /** The one with the race; it almost never fails. */
  @Test
  public void hitsAreCounted() throws InterruptedException {
    Together.run(counters::hit);
    assertTrue(counters.hits() >= 1);
  }

  @Test
  public void visitsAreCounted() throws InterruptedException {
    Together.run(counters::visit);
    assertEquals(2, counters.visits());
  }

  @Test
  public void ordersAreCounted() throws InterruptedException {
    Together.run(counters::order);
    assertEquals(2, counters.orders());
  }

  @Test
  public void closingIsSeen() throws InterruptedException {
    Together.run(counters::close);
    assertTrue(counters.isClosed());
  }

  @Test
  public void oneThreadMayHit() {
    counters.hit();
    counters.hit();
    assertEquals(2, counters.hits());
  }
}
