import java.util.*;

/** Collections and arrays in fields, which give them their names. */
public class Holding {
  static class Registry { final Map<String, Integer> names = new HashMap<>(); final Set<String> seen = new HashSet<>(); List<Integer> later; final List<Integer> shown = Collections.unmodifiableList(new ArrayList<>(List.of(1))); }
  static class Grid { final int[] cells = new int[100]; long[][] rows = new long[3][4]; }
  static class Names extends ArrayList<String> { }
  static final Deque<Integer> QUEUE = new ArrayDeque<>();
  static Names own = new Names();
  static Object sink;

  public static void main(String[] args) throws Exception {
    Registry r = new Registry();
    Grid g = new Grid();
    List<Integer> l = new ArrayList<>();
    l.add(1); // it has a name before a field holds it
    r.later = l;
    Set<Integer> unheld = new HashSet<>();
    int[] local = new int[2];
    Runnable work = () -> { r.names.put("a", 1); r.seen.add("b"); g.cells[60]++; g.rows[1][2]++; QUEUE.push(1); own.add("x"); r.later.add(2); unheld.add(1); local[1]++; };
    Thread t = new Thread(work), u = new Thread(work);
    t.start(); u.start(); t.join(); u.join();
  }
}
