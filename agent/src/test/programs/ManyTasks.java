import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Short tasks, each in a virtual thread of its own; none touches what is another's. */
public class ManyTasks {
  static final int TASKS = 2000;
  static int sum;

  public static void main(String[] args) throws Exception {
    int[] results = new int[TASKS];
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        int task = i;
        futures.add(
            executor.submit(
                () -> {
                  for (int j = 0; j < 6; j++) {
                    results[task] += j;
                  }
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
      for (int result : results) {
        sum += result;
      }
    }
    System.out.println(sum);
  }
}
