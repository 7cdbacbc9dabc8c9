import java.util.*;
import java.util.stream.*;

/**
 * Ways into a collection: on each line marked {@code race} a thread uses a collection one way and
 * another thread another way, one of which changes it. With an argument, both under one lock.
 */
public class CollectionViews {
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
    // lists
    { List<Integer> l = list(); race(() -> l.get(0), () -> l.add(1, 9)); } // race
    { List<Integer> l = list(); race(() -> l.size(), () -> l.listIterator().add(5)); } // race
    { List<Integer> l = list(); race(() -> l.size(), () -> { ListIterator<Integer> i = l.listIterator(1); i.next(); i.set(5); }); } // race
    { List<Integer> l = list(); race(() -> l.subList(0, 2).subList(0, 1).get(0), () -> l.clear()); } // race
    { List<Integer> l = list(); Iterator<Integer> i = l.subList(0, 2).iterator(); race(() -> i.next(), () -> l.add(1)); } // race
    { List<Integer> l = list(); race(() -> l.forEach(x -> { }), () -> Collections.sort(l)); } // race
    { List<Integer> l = list(); race(() -> l.contains(1), () -> Collections.swap(l, 0, 1)); } // race
    { List<Integer> l = list(); race(() -> new ArrayList<>(l), () -> Collections.shuffle(l, new Random(1))); } // race
    { List<Integer> l = list(); race(() -> List.copyOf(l), () -> Collections.addAll(l, 1, 2)); } // race
    { List<Integer> l = list(), o = new LinkedList<>(); race(() -> o.addAll(l), () -> l.remove(0)); } // race
    { List<Integer> l = list(), o = list(); race(() -> o.addAll(0, l), () -> l.remove(0)); } // race
    { List<Integer> l = list(), o = list(); race(() -> Collections.copy(o, l), () -> l.remove(0)); } // race
    { List<Integer> l = list(), o = list(); race(() -> Collections.copy(l, o), () -> l.size()); } // race
    { List<Integer> l = list(), o = list(); race(() -> o.equals(l), () -> l.add(1)); } // race
    { List<Integer> l = list(); race(() -> sink = l.toString(), () -> l.add(1)); } // race
    { List<Integer> l = list(); race(() -> sink = "" + l + 1L, () -> l.add(1)); } // race
    { List<Integer> l = list(); race(() -> sink = String.valueOf(l), () -> l.add(1)); } // race
    { List<String> l = new ArrayList<>(List.of("x")); race(() -> sink = String.join(",", l), () -> l.add("y")); } // race
    { List<Integer> l = list(); List<Integer> u = Collections.unmodifiableList(l); race(() -> u.get(0), () -> l.add(1)); } // race
    { List<Integer> l = list(); Iterator<Integer> i = Collections.unmodifiableCollection(l).iterator(); race(() -> i.next(), () -> l.add(1)); } // race
    { List<Integer> l = list(); List<Integer> u = Collections.checkedList(l, Integer.class); race(() -> u.add(0), () -> l.get(0)); } // race
    { List<Integer> l = Arrays.asList(3, 1, 2); race(() -> l.set(0, 1), () -> l.iterator().next()); } // race
    { List<Integer> l = new LinkedList<>(List.of(1, 2)); race(() -> l.get(0), () -> l.subList(0, 1).add(3)); } // race
    { LinkedList<Integer> l = new LinkedList<>(List.of(1, 2)); Iterator<Integer> i = l.descendingIterator(); race(() -> i.next(), () -> l.set(0, 3)); } // race
    // streams and spliterators
    { List<Integer> l = list(); Stream<Integer> s = l.stream().filter(x -> x > 1).map(x -> x + 1); race(() -> s.count(), () -> l.add(1)); } // race
    { List<Integer> l = list(); LongStream s = l.stream().mapToLong(x -> x); race(() -> s.reduce(0L, Long::sum), () -> l.add(1)); } // race
    { List<Integer> l = list(); Spliterator<Integer> s = l.spliterator(); race(() -> s.tryAdvance(x -> { }), () -> l.add(1)); } // race
    { Map<String, Integer> m = map(); Stream<String> s = m.keySet().stream(); race(() -> s.collect(Collectors.toList()), () -> m.put("z", 1)); } // race
    { List<Integer> l = list(); Iterator<Integer> i = l.stream().iterator(); race(() -> i.next(), () -> l.add(1)); } // race
    // queues
    { Queue<Integer> q = new ArrayDeque<>(List.of(1, 2)); race(() -> q.peek(), () -> q.poll()); } // race
    { Deque<Integer> q = new ArrayDeque<>(List.of(1, 2)); Iterator<Integer> i = q.descendingIterator(); race(() -> i.next(), () -> q.push(3)); } // race
    { Queue<Integer> q = new PriorityQueue<>(List.of(1, 2)); Iterator<Integer> i = q.iterator(); race(() -> i.next(), () -> q.offer(3)); } // race
    { Deque<Integer> q = new ArrayDeque<>(List.of(1, 2)); Queue<Integer> s = Collections.asLifoQueue(q); race(() -> s.add(5), () -> q.size()); } // race
    // maps
    { Map<String, Integer> m = map(); race(() -> m.get("a"), () -> m.replace("a", 1, 2)); } // race
    { Map<String, Integer> m = map(); Set<String> k = m.keySet(); race(() -> k.contains("a"), () -> k.remove("a")); } // race
    { Map<String, Integer> m = map(); Collection<Integer> v = m.values(); race(() -> v.removeIf(x -> x == 1), () -> m.size()); } // race
    { Map<String, Integer> m = map(); Iterator<Integer> i = m.values().iterator(); race(() -> i.next(), () -> m.merge("a", 1, Integer::sum)); } // race
    { Map<String, Integer> m = map(); Map.Entry<String, Integer> e = m.entrySet().iterator().next(); race(() -> e.getValue(), () -> m.put("a", 5)); } // race
    { Map<String, Integer> m = map(); race(() -> { for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(4); }, () -> m.get("a")); } // race
    { Map<String, Integer> m = map(); race(() -> m.entrySet().forEach(e -> e.setValue(4)), () -> m.get("a")); } // race
    { Map<String, Integer> m = map(); race(() -> { for (Map.Entry<String, Integer> e : Collections.unmodifiableMap(m).entrySet()) e.getValue(); }, () -> m.put("a", 1)); } // race
    { Map<String, Integer> m = new LinkedHashMap<>(map()); race(() -> { for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(4); }, () -> m.get("a")); } // race
    { Map<String, Integer> m = new LinkedHashMap<>(16, 0.75f, true); m.put("a", 1); race(() -> m.get("a"), () -> m.get("a")); } // race
    { Map<String, Integer> m = new WeakHashMap<>(map()); race(() -> { for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(4); }, () -> m.get("a")); } // race
    { Map<String, Integer> m = new IdentityHashMap<>(map()); race(() -> { for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(4); }, () -> m.get("a")); } // race
    { Map<Colour, Integer> m = colours(); race(() -> { for (Map.Entry<Colour, Integer> e : m.entrySet()) e.setValue(4); }, () -> m.get(Colour.RED)); } // race
    { Map<Colour, Integer> m = colours(); race(() -> m.keySet().remove(Colour.RED), () -> m.size()); } // race
    { TreeMap<String, Integer> m = tree(); race(() -> { for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(4); }, () -> m.get("a")); } // race
    { TreeMap<String, Integer> m = tree(); NavigableMap<String, Integer> d = m.descendingMap(); race(() -> d.pollFirstEntry(), () -> m.firstKey()); } // race
    { TreeMap<String, Integer> m = tree(); SortedMap<String, Integer> h = m.headMap("c"); race(() -> h.put("aa", 1), () -> m.get("a")); } // race
    { TreeMap<String, Integer> m = tree(); Iterator<String> i = m.subMap("a", true, "b", true).keySet().iterator(); race(() -> i.next(), () -> m.remove("c")); } // race
    { TreeMap<String, Integer> m = tree(); race(() -> { for (Map.Entry<String, Integer> e : m.tailMap("b", true).descendingMap().entrySet()) e.setValue(4); }, () -> m.get("a")); } // race
    { TreeMap<String, Integer> m = tree(); race(() -> m.navigableKeySet().descendingIterator().next(), () -> m.values().clear()); } // race
    { Map<String, Integer> m = map(), o = new TreeMap<>(); race(() -> o.putAll(m), () -> m.put("x", 1)); } // race
    { Map<String, Boolean> m = new HashMap<>(); Set<String> s = Collections.newSetFromMap(m); race(() -> s.add("x"), () -> m.size()); } // race
    // sets
    { Set<Integer> s = new HashSet<>(List.of(1, 2)); Iterator<Integer> i = s.iterator(); race(() -> i.next(), () -> s.add(4)); } // race
    { Set<Integer> s = new LinkedHashSet<>(List.of(1, 2)); race(() -> { Iterator<Integer> i = s.iterator(); i.next(); i.remove(); }, () -> s.contains(1)); } // race
    { NavigableSet<Integer> s = new TreeSet<>(List.of(1, 2)); race(() -> s.descendingSet().pollFirst(), () -> s.first()); } // race
    { NavigableSet<Integer> s = new TreeSet<>(List.of(1, 2)); race(() -> s.headSet(2).add(0), () -> s.ceiling(1)); } // race
    { Set<Colour> s = EnumSet.of(Colour.RED); Iterator<Colour> i = s.iterator(); race(() -> s.add(Colour.BLUE), () -> { i.next(); i.remove(); }); } // race
    { EnumSet<Colour> s = EnumSet.of(Colour.RED); race(() -> EnumSet.copyOf(s), () -> s.clear()); } // race
    { BitSet s = new BitSet(), o = new BitSet(); race(() -> s.set(1, 4, true), () -> o.or(s)); } // race
    { BitSet s = new BitSet(); race(() -> s.set(1, 4), () -> s.nextSetBit(0)); } // race
    // classes of the program
    { Own l = new Own(); race(() -> l.add(1), () -> l.size()); } // race
    { Named l = new Own(); race(() -> l.add(1), () -> l.size()); } // race
    { List<Integer> l = new Own(); race(() -> ((Own) l).addTwice(1), () -> l.iterator()); } // race
    { OwnMap m = new OwnMap(); race(() -> m.put("a", 1), () -> m.get("a")); } // race
    { OwnSet s = new OwnSet(); s.add(1); Iterator<Integer> i = s.iterator(); race(() -> i.next(), () -> s.add(2)); } // race
    System.out.println("done");
  }
}
