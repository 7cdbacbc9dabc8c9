import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks of a pool add their results to one total, without a lock. */
public class MonteCarlo {
  static double total;

  static double sample(int seed) {
    long state = seed;
    int inside = 0;
    for (int i = 0; i < 50; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      double x = (state >>> 33) / (double) (1L << 31);
      state = state * 6364136223846793005L + 1442695040888963407L;
      double y = (state >>> 33) / (double) (1L << 31);
      inside += x * x + y * y < 1 ? 1 : 0;
    }
    return inside / 50.0;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Double>> results = new ArrayList<>();
    for (int k = 0; k < 8; k++) {
      int seed = k;
      results.add(
          pool.submit(
              () -> {
                double result = sample(seed);
                total += result; // race: total
                return result;
              }));
    }
    double sum = 0;
    for (Future<Double> result : results) {
      sum += result.get();
    }
    pool.shutdown();
    System.out.println("pi is near " + Math.round(4 * sum / results.size()));
  }
}
