import java.util.ArrayList;
import java.util.List;

/**
 * Prices an option by random paths. Each task makes its paths with a generator, an array and result
 * objects of its own; the threads take tasks from a counter under a lock and hand in results under
 * another.
 *
 * <p>Arguments: the size factor (1 if not given), the threads (2).
 */
public class MonteCarlo {
  private static final int PATHS_OF_TASK = 200;
  private static final int STEPS = 250;
  private static final double RATE = 0.03;
  private static final double SPREAD = 0.2;

  private static final class Generator {
    private long state;

    Generator(long seed) {
      state = seed * 0x9E3779B97F4A7C15L + 1;
    }

    double next() {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      return (state >>> 11) * 0x1p-53;
    }

    /** About normal: twelve uniform numbers would be better, four are enough here. */
    double normal() {
      return (next() + next() + next() + next() - 2) * Math.sqrt(3);
    }
  }

  private static final class Path {
    private final double[] prices = new double[STEPS + 1];

    Path(Generator generator) {
      double step = 1.0 / STEPS;
      double drift = RATE * step;
      double noise = SPREAD * Math.sqrt(step);
      prices[0] = 100;
      for (int i = 1; i <= STEPS; i++) {
        prices[i] = prices[i - 1] * (1 + drift + noise * generator.normal());
      }
    }

    double mean() {
      double sum = 0;
      for (double price : prices) {
        sum += price;
      }
      return sum / prices.length;
    }
  }

  private static final class Result {
    final int task;
    final double worth;

    Result(int task, double worth) {
      this.task = task;
      this.worth = worth;
    }
  }

  private final int tasks;
  private final Object counterLock = new Object();
  private final List<Result> results = new ArrayList<>();
  private int nextTask;

  private MonteCarlo(int tasks) {
    this.tasks = tasks;
  }

  private void run() {
    for (int task = take(); task < tasks; task = take()) {
      Generator generator = new Generator(task + 1);
      double sum = 0;
      for (int i = 0; i < PATHS_OF_TASK; i++) {
        sum += Math.max(0, new Path(generator).mean() - 100);
      }
      synchronized (results) {
        results.add(new Result(task, sum / PATHS_OF_TASK));
      }
    }
  }

  private int take() {
    synchronized (counterLock) {
      return nextTask++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    double size = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    MonteCarlo monteCarlo = new MonteCarlo(Math.max(2, (int) Math.round(20_000 * size)));
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(monteCarlo::run);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double[] worths = new double[monteCarlo.tasks];
    for (Result result : monteCarlo.results) {
      worths[result.task] = result.worth;
    }
    double sum = 0;
    for (double worth : worths) {
      sum += worth;
    }
    System.out.println("worth " + sum / monteCarlo.tasks);
  }
}
