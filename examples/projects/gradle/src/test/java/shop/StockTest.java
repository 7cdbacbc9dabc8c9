package shop;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.AfterClass;
import org.junit.Test;

public class StockTest {
  private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

  private final Stock stock = new Stock();

  @AfterClass
  public static void end() {
    POOL.shutdown();
  }

  private static void inPool(Runnable work) throws InterruptedException, ExecutionException {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      all.add(POOL.submit(work));
    }
    for (Future<?> each : all) {
      each.get();
    }
  }

  @Test
  public void puttingAddsUp() throws Exception {
    inPool(() -> stock.put("pen", 3));
    assertEquals(6, stock.get("pen"));
  }

  @Test
  public void reservingAddsUp() throws Exception {
    inPool(() -> stock.reserve("pen"));
    assertEquals(2, stock.reserved("pen"));
  }

  @Test
  public void nothingIsThereAtFirst() {
    assertEquals(0, stock.get("pen"));
  }

  @Test
  public void nothingIsReservedAtFirst() throws InterruptedException {
    Together.run(() -> assertEquals(0, stock.reserved("pen")));
  }
}
