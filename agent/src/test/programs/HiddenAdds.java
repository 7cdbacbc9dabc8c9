import java.util.*;
/** A hidden race: the critical sections only add, so each could come first. */
public class HiddenAdds {
  static int x; static final List<Integer> l = new ArrayList<>(); static final Map<Integer,Integer> m = new HashMap<>();
  public static void main(String[] args) throws Exception {
    Thread p = new Thread(() -> { x = 1; synchronized (l) { l.add(1); m.put(1, 1); } });
    Thread q = new Thread(() -> { try { Thread.sleep(200); } catch (InterruptedException e) { } synchronized (l) { l.add(2); m.put(2, 2); } x = 2; });
    p.start(); q.start(); p.join(); q.join();
  }
}
