import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * A sparse matrix (compressed rows) times a vector, again and again, the product being the next
 * vector. Each thread has its rows; a barrier ends a product.
 *
 * <p>Arguments: the size factor (1 if not given), the threads (2).
 */
public class SparseMatrix {
  private static final int ROWS = 20_000;
  private static final int IN_ROW = 10;

  private final int[] starts = new int[ROWS + 1];
  private final int[] columns = new int[ROWS * IN_ROW];
  private final double[] values = new double[ROWS * IN_ROW];
  private final double[][] vectors = new double[2][ROWS];
  private final int threads;
  private final CyclicBarrier barrier;

  private SparseMatrix(int threads) {
    this.threads = threads;
    barrier = new CyclicBarrier(threads);
    int random = 12345;
    for (int row = 0; row < ROWS; row++) {
      vectors[0][row] = 1 + row % 7;
      starts[row] = row * IN_ROW;
      double sum = 0;
      for (int i = starts[row]; i < starts[row] + IN_ROW; i++) {
        random = random * 1664525 + 1013904223;
        columns[i] = (random >>> 8) % ROWS;
        values[i] = 1 + (random >>> 4) % 10;
        sum += values[i];
      }
      for (int i = starts[row]; i < starts[row] + IN_ROW; i++) {
        values[i] /= sum;
      }
    }
    starts[ROWS] = ROWS * IN_ROW;
  }

  private void run(int part, int rounds) {
    int from = part * ROWS / threads;
    int to = (part + 1) * ROWS / threads;
    try {
      for (int round = 0; round < rounds; round++) {
        multiply(vectors[round & 1], vectors[~round & 1], from, to);
        barrier.await();
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private void multiply(double[] vector, double[] product, int from, int to) {
    for (int row = from; row < to; row++) {
      double sum = 0;
      for (int i = starts[row]; i < starts[row + 1]; i++) {
        sum += values[i] * vector[columns[i]];
      }
      product[row] = 0.9 * sum + row % 3;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    double size = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    SparseMatrix matrix = new SparseMatrix(threads.length);
    int rounds = Math.max(1, (int) Math.round(40_000 * size));
    for (int i = 0; i < threads.length; i++) {
      int part = i;
      threads[i] = new Thread(() -> matrix.run(part, rounds));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double sum = 0;
    for (double value : matrix.vectors[rounds & 1]) {
      sum += value;
    }
    System.out.println("sum " + sum);
  }
}
