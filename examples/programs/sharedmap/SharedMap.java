import java.util.HashMap;
import java.util.Map;

/** Two threads count words in one map that does not synchronise. */
public class SharedMap {
  static final Map<String, Integer> counts = new HashMap<>();

  static void count(String word) {
    Integer old = counts.get(word); // race: counts
    counts.put(word, old == null ? 1 : old + 1); // race: counts
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
