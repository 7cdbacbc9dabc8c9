/** The bound of a branch-and-bound search is read without the lock that it is written under. */
public class Tsp {
  static final int CITIES = 6;
  static final Object lock = new Object();
  static int best = Integer.MAX_VALUE;

  static int distance(int a, int b) {
    return 1 + (a * 7 + b * 11) % 13;
  }

  static void search(int city, int visited, int length) {
    if (length >= best) { // race: best
      return;
    }
    if (visited == (1 << CITIES) - 1) {
      synchronized (lock) {
        if (length < best) {
          best = length; // race: best
        }
      }
      return;
    }
    for (int next = 0; next < CITIES; next++) {
      if ((visited & 1 << next) == 0) {
        search(next, visited | 1 << next, length + distance(city, next));
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] searchers = new Thread[CITIES - 1];
    for (int t = 0; t < searchers.length; t++) {
      int start = t + 1;
      searchers[t] =
          new Thread(() -> search(start, 1 | 1 << start, distance(0, start)), "searcher-" + t);
      searchers[t].start();
    }
    for (Thread searcher : searchers) {
      searcher.join();
    }
    System.out.println("best tour " + best);
  }
}
