import java.util.*;
import java.util.stream.*;

/**
 * Ways into a collection that JDK 21 has brought: on each line marked {@code race} a thread uses a collection one way and
 * another thread another way, one of which changes it. With an argument, both under one lock.
 */
public class SequencedViews {
  interface Action { void run() throws Exception; }
  enum Colour { RED, GREEN, BLUE }
  interface Named extends List<Integer> { }
  static class Own extends ArrayList<Integer> implements Named { void addTwice(int n) { super.add(n); super.add(n); } }
  static class OwnMap extends HashMap<String, Integer> { @Override public Integer put(String k, Integer v) { return super.put(k, v); } @Override public String toString() { return "own"; } }
  static class OwnSet extends TreeSet<Integer> { }
  static final Object LOCK = new Object();
  static boolean locked;
  static Object sink;

  static void race(Action first, Action second) throws Exception {
    Thread a = new Thread(() -> run(first)), b = new Thread(() -> { try { Thread.sleep(2); } catch (InterruptedException e) { } run(second); });
    a.start(); b.start(); a.join(); b.join();
  }
  static void run(Action action) {
    try { if (locked) { synchronized (LOCK) { action.run(); } } else { action.run(); } } catch (ConcurrentModificationException | NoSuchElementException e) { } catch (Exception e) { throw new IllegalStateException(e); }
  }
  static List<Integer> list() { return new ArrayList<>(List.of(3, 1, 2)); }
  static Map<String, Integer> map() { return new HashMap<>(Map.of("a", 1, "b", 2)); }
  static TreeMap<String, Integer> tree() { return new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3)); }
  static Map<Colour, Integer> colours() { return new EnumMap<>(Map.of(Colour.RED, 1)); }

  public static void main(String[] args) throws Exception {
    locked = args.length > 0;
    { List<Integer> l = list(); race(() -> l.reversed().add(1), () -> l.getFirst()); } // race
    { List<Integer> l = list(); race(() -> l.addFirst(1), () -> l.reversed().stream().count()); } // race
    { List<Integer> l = list(); race(() -> l.removeLast(), () -> l.reversed().listIterator().next()); } // race
    { LinkedList<Integer> l = new LinkedList<>(list()); race(() -> l.reversed().push(1), () -> l.size()); } // race
    { Deque<Integer> q = new ArrayDeque<>(list()); race(() -> q.reversed().addFirst(1), () -> q.peekLast()); } // race
    { LinkedHashMap<String, Integer> m = new LinkedHashMap<>(map()); race(() -> m.reversed().put("z", 1), () -> m.firstEntry()); } // race
    { LinkedHashMap<String, Integer> m = new LinkedHashMap<>(map()); race(() -> m.putFirst("z", 1), () -> m.sequencedKeySet().reversed().iterator().next()); } // race
    { LinkedHashMap<String, Integer> m = new LinkedHashMap<>(map()); race(() -> { for (Map.Entry<String, Integer> e : m.sequencedEntrySet().reversed()) e.setValue(4); }, () -> m.get("a")); } // race
    { LinkedHashSet<Integer> s = new LinkedHashSet<>(list()); race(() -> s.reversed().removeFirst(), () -> s.getLast()); } // race
    { TreeSet<Integer> s = new TreeSet<>(list()); race(() -> s.reversed().pollFirst(), () -> s.getLast()); } // race
    { TreeMap<String, Integer> m = tree(); race(() -> m.sequencedValues().clear(), () -> m.lastEntry()); } // race
    System.out.println("done");
  }
}
