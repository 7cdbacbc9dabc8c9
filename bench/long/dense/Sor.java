import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Red-black successive over-relaxation of a square grid. Each thread has a band of rows and reads the
 * edge rows of its neighbours; a barrier ends each half sweep.
 *
 * <p>Arguments: the size factor (1 if not given), the threads (2).
 */
public class Sor {
  private static final int SIDE = 500;
  private static final double OMEGA = 1.25;

  private final double[][] grid = new double[SIDE][SIDE];
  private final int threads;
  private final CyclicBarrier barrier;

  private Sor(int threads) {
    this.threads = threads;
    barrier = new CyclicBarrier(threads);
    for (int row = 0; row < SIDE; row++) {
      for (int column = 0; column < SIDE; column++) {
        grid[row][column] = (row * 31 + column * 17) % 100 / 100.0;
      }
    }
  }

  private void run(int part, int sweeps) {
    int from = 1 + part * (SIDE - 2) / threads;
    int to = 1 + (part + 1) * (SIDE - 2) / threads;
    try {
      for (int half = 0; half < 2 * sweeps; half++) {
        relax(from, to, half & 1);
        barrier.await();
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private void relax(int from, int to, int colour) {
    for (int i = from; i < to; i++) {
      double[] above = grid[i - 1];
      double[] row = grid[i];
      double[] below = grid[i + 1];
      for (int j = 1 + (i + colour & 1); j < SIDE - 1; j += 2) {
        row[j] =
            OMEGA / 4 * (above[j] + below[j] + row[j - 1] + row[j + 1]) + (1 - OMEGA) * row[j];
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    double size = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    Sor sor = new Sor(threads.length);
    int sweeps = Math.max(1, (int) Math.round(30_000 * size));
    for (int i = 0; i < threads.length; i++) {
      int part = i;
      threads[i] = new Thread(() -> sor.run(part, sweeps));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double sum = 0;
    for (double[] row : sor.grid) {
      for (double value : row) {
        sum += value;
      }
    }
    System.out.println("sum " + sum);
  }
}
