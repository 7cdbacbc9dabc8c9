import java.util.HashMap;
import java.util.Map;

/** Two threads count words in one map, holding a lock. */
public class SharedMapFixed {
  static final Map<String, Integer> counts = new HashMap<>();

  static synchronized void count(String word) {
    Integer old = counts.get(word);
    counts.put(word, old == null ? 1 : old + 1);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> count("a"), "first");
    Thread second = new Thread(() -> count("b"), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println("words " + (counts.size() > 0));
  }
}
