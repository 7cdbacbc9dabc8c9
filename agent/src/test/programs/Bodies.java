import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;

/**
 * Methods of which one body is a method of its own under a mode that samples, and methods of which
 * it cannot be or need not be.
 */
public class Bodies {
  static final Map<String, String> WANTED =
      Map.of(
          "$sooth$checked", "own fields",
          "$sooth$checked$add", "fields",
          "$sooth$checked$sum", "loops",
          "$sooth$checked$swap", "locks",
          "$sooth$checked$limit", "a final field",
          "$sooth$checked$none", "nothing");

  int value;
  int other;
  final int limit;

  Bodies(int value) {
    limit = 9; // what sets a final field stays in the constructor
    this.value = value;
  }

  static class Point {
    long x;
    double y;

    Point(long x, int skipped, double y) {
      this.x = x;
      this.y = y;
      if (x < 0) {
        throw new IllegalArgumentException("caught");
      }
    }
  }

  void add(int more) {
    value += more;
  }

  synchronized void swap() {
    int old = value;
    value = other;
    other = old;
  }

  static int sum(Bodies bodies, long times) {
    int result = 0;
    for (long i = 0; i < times; i++) {
      bodies.value++;
      result++;
    }
    return result;
  }

  int limit() {
    return limit;
  }

  static String none(String text) {
    return text.trim();
  }

  public static void main(String[] args) {
    Map<String, String> found = new TreeMap<>();
    for (Class<?> type : new Class<?>[] {Bodies.class, Point.class}) {
      for (Method method : type.getDeclaredMethods()) {
        if (WANTED.containsKey(method.getName())) {
          found.put(method.getName(), WANTED.get(method.getName()));
        }
      }
    }
    found.forEach((name, what) -> System.out.println(name + " of " + what));
    Bodies bodies = new Bodies(0);
    int sum = 0;
    String caught = "";
    for (int i = 0; i < 100; i++) { // some of the executions are checked
      sum = sum(bodies, 2000);
      bodies.value = 1;
      bodies.add(2);
      bodies.swap();
      try {
        caught = "none " + new Point(i % 2 == 0 ? -1 : 1, 0, 2.5).y;
      } catch (IllegalArgumentException e) {
        caught = e.getMessage();
      }
    }
    try {
      new Point(-1, 0, 0);
    } catch (IllegalArgumentException e) {
      caught = e.getMessage();
    }
    System.out.println(
        sum + " " + bodies.other + " " + none(" 0 ") + " " + bodies.limit() + " " + caught);
  }
}
