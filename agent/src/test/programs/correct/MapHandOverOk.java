import java.util.*;
/** Two writers put under a lock; a reader that sees both entries comes after both, also after the first. */
public class MapHandOverOk {
  static class Box { int v; }
  static final Map<Integer, Box> m = new HashMap<>();
  public static void main(String[] args) throws Exception {
    Thread[] w = new Thread[2];
    for (int i = 0; i < 2; i++) { int n = i; w[i] = new Thread(() -> { for (int k = 0; k < 30; k++) { Box b = new Box(); b.v = k; synchronized (m) { m.put(n * 1000 + k, b); } } }); }
    Thread r = new Thread(() -> { int seen = 0; while (seen < 60) { List<Box> got; synchronized (m) { got = new ArrayList<>(m.values()); m.clear(); } for (Box b : got) { b.v++; seen++; } Thread.yield(); } });
    r.start(); for (Thread t : w) t.start(); for (Thread t : w) t.join(); r.join();
    System.out.println("done");
  }
}
