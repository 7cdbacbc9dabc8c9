import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

/** Collections that two threads use in ways that are right; there is no race. */
public class CollectionTwins {
  interface Action { void run() throws Exception; }
  static class Locked extends HashSet<Integer> {
    @Override public synchronized boolean add(Integer n) { return super.add(n); }
    @Override public synchronized boolean contains(Object o) { return super.contains(o); }
    @Override public synchronized Iterator<Integer> iterator() { return new ArrayList<>(copy()).iterator(); }
    private List<Integer> copy() { List<Integer> l = new ArrayList<>(); for (Iterator<Integer> i = super.iterator(); i.hasNext(); ) l.add(i.next()); return l; }
    @Override public synchronized int size() { return super.size(); }
  }
  static class LockedMap extends TreeMap<Integer, Integer> {
    @Override public synchronized Integer put(Integer k, Integer v) { return super.put(k, v); }
    @Override public synchronized Integer get(Object k) { return super.get(k); }
    @Override public synchronized Integer remove(Object k) { return super.remove(k); }
  }
  static class Values extends AbstractList<Integer> { final int[] v = {1, 2, 3}; @Override public synchronized Integer get(int i) { return v[i]; } @Override public synchronized Integer set(int i, Integer n) { int o = v[i]; v[i] = n; return o; } @Override public int size() { return 3; } }
  static class Pairs extends ArrayList<String> { private synchronized void add(String a, String b) { super.add(a); super.add(b); } void addBoth() { add("a", "b"); } }
  static class Silent extends ArrayList<Integer> { @Override public synchronized boolean add(Integer n) { return super.add(n); } @Override public String toString() { return "silent"; } }
  static volatile Object sink;
  static void both(Action a) throws Exception { both(a, a); }
  static void both(Action first, Action second) throws Exception {
    Thread a = new Thread(() -> run(first)), b = new Thread(() -> run(second));
    a.start(); b.start(); a.join(); b.join();
  }
  static void run(Action action) { try { for (int i = 0; i < 5; i++) action.run(); } catch (Exception e) { throw new IllegalStateException(e); } }

  public static void main(String[] args) throws Exception {
    Set<Integer> set = new Locked(); both(() -> { set.add(1); set.addAll(List.of(1, 2)); set.contains(2); sink = new ArrayList<>(set).size(); });
    Locked own = new Locked(); both(() -> { own.add(1); own.addAll(List.of(1, 2)); own.size(); });
    Map<Integer, Integer> map = new LockedMap(); both(() -> { map.put(1, 1); map.putAll(Map.of(1, 2)); map.get(1); map.keySet().remove(1); });
    Pairs pairs = new Pairs(); both(pairs::addBoth);
    Silent silent = new Silent(); both(() -> { silent.add(1); sink = silent.toString(); sink = "" + silent; sink = String.valueOf(silent); });
    List<Integer> values = new Values(); both(() -> { values.set(1, values.get(2)); Collections.swap(values, 0, 1); values.subList(0, 2).set(1, 4); });
    List<Integer> sync = Collections.synchronizedList(new ArrayList<>(List.of(1, 2, 3)));
    both(() -> { sync.add(1); Collections.sort(sync); sync.addAll(List.of(4)); synchronized (sync) { Iterator<Integer> i = sync.iterator(); i.next(); i.remove(); } sync.forEach(x -> { }); });
    Map<Integer, Integer> syncMap = Collections.synchronizedMap(new HashMap<>());
    both(() -> { syncMap.merge(1, 1, Integer::sum); synchronized (syncMap) { for (Map.Entry<Integer, Integer> e : syncMap.entrySet()) e.setValue(5); } sink = new HashMap<>(syncMap); });
    List<Integer> wrapped = Collections.unmodifiableList(sync); both(() -> { sync.add(1); wrapped.size(); wrapped.get(0); });
    Map<Integer, Integer> concurrent = new ConcurrentHashMap<>(); both(() -> { concurrent.put(1, 1); for (Map.Entry<Integer, Integer> e : concurrent.entrySet()) e.setValue(2); concurrent.keySet().contains(1); concurrent.values().stream().count(); });
    Set<Integer> fromMap = Collections.newSetFromMap(new ConcurrentHashMap<>()); both(() -> { fromMap.add(1); fromMap.iterator(); });
    List<Integer> copied = new CopyOnWriteArrayList<>(List.of(1)); both(() -> { copied.add(1); for (int n : copied) { sink = n; } });
    Vector<Integer> vector = new Vector<>(List.of(1, 2, 3)); both(() -> { vector.add(1); vector.get(0); vector.sort(null); });
    Hashtable<Integer, Integer> table = new Hashtable<>(); both(() -> { table.put(1, 1); table.keySet().contains(1); table.merge(1, 1, Integer::sum); });
    Map<String, Integer> shared = new HashMap<>(Map.of("a", 1)); Object lock = new Object();
    Set<String> keys = shared.keySet(); Collection<Integer> vals = shared.values(); SortedMap<String, Integer> tree = new TreeMap<>(shared);
    both(() -> { Set<Map.Entry<String, Integer>> entries = shared.entrySet(); SortedMap<String, Integer> head = tree.headMap("z"); synchronized (lock) { for (Map.Entry<String, Integer> e : entries) e.setValue(e.getValue() + 1); keys.remove("b"); vals.size(); shared.put("b", 2); head.put("c", 1); sink = head.firstKey(); sink = "" + shared + tree; } });
    List<Integer> readOnly = new ArrayList<>(List.of(1, 2)); both(() -> { for (int n : readOnly) sink = n; sink = readOnly.stream().mapToInt(x -> x).sum(); readOnly.subList(0, 1).get(0); readOnly.containsAll(List.of(1)); });
    LinkedHashMap<String, Integer> inserted = new LinkedHashMap<>(shared); both(() -> inserted.get("a"));
    ReadWriteLock rw = new ReentrantReadWriteLock(); Deque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3));
    both(() -> { rw.readLock().lock(); try { deque.peek(); deque.stream().count(); } finally { rw.readLock().unlock(); } }, () -> { rw.writeLock().lock(); try { deque.addFirst(4); deque.descendingIterator().next(); } finally { rw.writeLock().unlock(); } });
    System.out.println("done");
  }
}
