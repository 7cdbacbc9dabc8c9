package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StockTest {
  private final Stock stock = new Stock();

  @Test
  void puttingAddsUp() throws InterruptedException {
    Thread other = new Thread(stock::put);
    other.start();
    stock.put();
    other.join();
    assertTrue(stock.pieces() >= 1);
  }

  @Test
  void nothingIsThereAtFirst() {
    assertTrue(stock.pieces() == 0);
  }
}
