import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.*; import java.text.*; import java.util.regex.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class CollReadOk {
 static int sum;
 record R(List<String> l) {}
 record R2(R r) {}
 static int pa(Map<String,String> c, Map<String,String> m) { c.putAll(m); return c.size(); }
 static int ser(Object o) { try { ByteArrayOutputStream b = new ByteArrayOutputStream(); ObjectOutputStream s = new ObjectOutputStream(b); s.writeObject(o); s.flush(); return b.size(); } catch (IOException e) { throw new Error(e); } }
 static boolean pr(PrintWriter p, Object l, StringWriter w) { p.printf("%s", l); p.flush(); return w.toString().endsWith("[a]"); }

 static int d_oopt2;
 static void p_oopt2() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Optional<List<String>> o = Optional.of(l);
  synchronized (L) { boolean b0 = o.map(List::size).get() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_oopt2 = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_oopt2");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.map(List::size).get() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never oopt2"); break; } Thread.sleep(2); }
  sum += d_oopt2;
  t.join(); }
 static int d_mentry;
 static void p_mentry() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Map.Entry<List<String>, Integer> o = Map.entry(l, 1);
  synchronized (L) { boolean b0 = o.equals(Map.entry(List.of("a"), 1)); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_mentry = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mentry");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.equals(Map.entry(List.of("a"), 1)); }
   if (b) break; if (k > 3000) { System.out.println("never mentry"); break; } Thread.sleep(2); }
  sum += d_mentry;
  t.join(); }
 static int d_rece;
 static void p_rece() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); R o = new R(l), o2 = new R(List.of("a"));
  synchronized (L) { boolean b0 = o.equals(o2); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_rece = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_rece");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.equals(o2); }
   if (b) break; if (k > 3000) { System.out.println("never rece"); break; } Thread.sleep(2); }
  sum += d_rece;
  t.join(); }
 static int d_rech;
 static void p_rech() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); R o = new R(l), o2 = new R(List.of("a"));
  synchronized (L) { boolean b0 = o.hashCode() == o2.hashCode(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_rech = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_rech");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.hashCode() == o2.hashCode(); }
   if (b) break; if (k > 3000) { System.out.println("never rech"); break; } Thread.sleep(2); }
  sum += d_rech;
  t.join(); }
 static int d_recs;
 static void p_recs() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); R o = new R(l), o2 = new R(List.of("a"));
  synchronized (L) { boolean b0 = o.toString().equals(o2.toString()); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_recs = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_recs");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.toString().equals(o2.toString()); }
   if (b) break; if (k > 3000) { System.out.println("never recs"); break; } Thread.sleep(2); }
  sum += d_recs;
  t.join(); }
 static int d_recn;
 static void p_recn() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); R2 o = new R2(new R(l)), o2 = new R2(new R(List.of("a")));
  synchronized (L) { boolean b0 = ("" + o).equals("" + o2); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_recn = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_recn");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = ("" + o).equals("" + o2); }
   if (b) break; if (k > 3000) { System.out.println("never recn"); break; } Thread.sleep(2); }
  sum += d_recn;
  t.join(); }
 static int d_ar;
 static void p_ar() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); AtomicReference<List<String>> o = new AtomicReference<>(l);
  synchronized (L) { boolean b0 = o.toString().equals("[a]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ar = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ar");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.toString().equals("[a]"); }
   if (b) break; if (k > 3000) { System.out.println("never ar"); break; } Thread.sleep(2); }
  sum += d_ar;
  t.join(); }
 static int d_vec;
 static void p_vec() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new Vector<>(l).size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_vec = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_vec");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new Vector<>(l).size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never vec"); break; } Thread.sleep(2); }
  sum += d_vec;
  t.join(); }
 static int d_cow;
 static void p_cow() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new CopyOnWriteArrayList<>(l).size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cow = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cow");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new CopyOnWriteArrayList<>(l).size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never cow"); break; } Thread.sleep(2); }
  sum += d_cow;
  t.join(); }
 static int d_chm;
 static void p_chm() throws Throwable {
  final Object L = new Object();
  HashMap<String, String> l = new HashMap<>(); ConcurrentHashMap<String, String> c = new ConcurrentHashMap<>();
  synchronized (L) { boolean b0 = pa(c, l) == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_chm = 42;
   synchronized (L) { l.put("a", "b"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_chm");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = pa(c, l) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never chm"); break; } Thread.sleep(2); }
  sum += d_chm;
  t.join(); }
 static int d_freq;
 static void p_freq() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = Collections.frequency(o, List.of("a")) == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_freq = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_freq");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Collections.frequency(o, List.of("a")) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never freq"); break; } Thread.sleep(2); }
  sum += d_freq;
  t.join(); }
 static int d_mkey;
 static void p_mkey() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Map<List<String>, String> o = new HashMap<>(Map.of(List.of("a"), "x"));
  synchronized (L) { boolean b0 = o.get(l) != null; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_mkey = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mkey");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.get(l) != null; }
   if (b) break; if (k > 3000) { System.out.println("never mkey"); break; } Thread.sleep(2); }
  sum += d_mkey;
  t.join(); }
 static int d_mkey2;
 static void p_mkey2() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Map<List<String>, String> o = Map.of(List.of("a"), "x");
  synchronized (L) { boolean b0 = o.containsKey(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_mkey2 = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mkey2");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.containsKey(l); }
   if (b) break; if (k > 3000) { System.out.println("never mkey2"); break; } Thread.sleep(2); }
  sum += d_mkey2;
  t.join(); }
 static int d_mkey3;
 static void p_mkey3() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Map<List<String>, String> o = new ConcurrentHashMap<>(Map.of(List.of("a"), "x"));
  synchronized (L) { boolean b0 = o.containsKey(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_mkey3 = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mkey3");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.containsKey(l); }
   if (b) break; if (k > 3000) { System.out.println("never mkey3"); break; } Thread.sleep(2); }
  sum += d_mkey3;
  t.join(); }
 static int d_mkey4;
 static void p_mkey4() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Map<R, String> o = new HashMap<>(Map.of(new R(List.of("a")), "x"));
  synchronized (L) { boolean b0 = o.get(new R(l)) != null; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_mkey4 = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mkey4");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.get(new R(l)) != null; }
   if (b) break; if (k > 3000) { System.out.println("never mkey4"); break; } Thread.sleep(2); }
  sum += d_mkey4;
  t.join(); }
 static int d_ser;
 static void p_ser() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = ser(l) == ser(new ArrayList<>(List.of("a"))); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ser = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ser");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = ser(l) == ser(new ArrayList<>(List.of("a"))); }
   if (b) break; if (k > 3000) { System.out.println("never ser"); break; } Thread.sleep(2); }
  sum += d_ser;
  t.join(); }
 static int d_app;
 static void p_app() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new StringBuilder().append(l).length() == 3; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_app = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_app");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new StringBuilder().append(l).length() == 3; }
   if (b) break; if (k > 3000) { System.out.println("never app"); break; } Thread.sleep(2); }
  sum += d_app;
  t.join(); }
 static int d_ins;
 static void p_ins() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new StringBuilder().insert(0, l).length() == 3; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ins = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ins");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new StringBuilder().insert(0, l).length() == 3; }
   if (b) break; if (k > 3000) { System.out.println("never ins"); break; } Thread.sleep(2); }
  sum += d_ins;
  t.join(); }
 static int d_prn;
 static void p_prn() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); StringWriter w = new StringWriter(); PrintWriter pw = new PrintWriter(w);
  synchronized (L) { boolean b0 = pr(pw, l, w); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_prn = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_prn");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = pr(pw, l, w); }
   if (b) break; if (k > 3000) { System.out.println("never prn"); break; } Thread.sleep(2); }
  sum += d_prn;
  t.join(); }
 static int d_vaa;
 static void p_vaa() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Vector<String> v = new Vector<>();
  synchronized (L) { boolean b0 = v.addAll(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_vaa = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_vaa");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.addAll(l); }
   if (b) break; if (k > 3000) { System.out.println("never vaa"); break; } Thread.sleep(2); }
  sum += d_vaa;
  t.join(); }
 static int d_pxy;
 static void p_pxy() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); List<String> o = (List<String>) Proxy.newProxyInstance(R.class.getClassLoader(), new Class<?>[] { List.class }, (p, m, as) -> m.invoke(l, as));
  synchronized (L) { boolean b0 = l.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_pxy = 42;
   synchronized (L) { o.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pxy");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never pxy"); break; } Thread.sleep(2); }
  sum += d_pxy;
  t.join(); }
 static int d_pxy2;
 static void p_pxy2() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); List<String> o = (List<String>) Proxy.newProxyInstance(R.class.getClassLoader(), new Class<?>[] { List.class }, (p, m, as) -> m.invoke(l, as));
  synchronized (L) { boolean b0 = o.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_pxy2 = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pxy2");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never pxy2"); break; } Thread.sleep(2); }
  sum += d_pxy2;
  t.join(); }
 static int d_cmp;
 static void p_cmp() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Comparator<List<String>> c = Comparator.comparing(List::size);
  synchronized (L) { boolean b0 = c.compare(l, List.of("a")) == 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cmp = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cmp");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = c.compare(l, List.of("a")) == 0; }
   if (b) break; if (k > 3000) { System.out.println("never cmp"); break; } Thread.sleep(2); }
  sum += d_cmp;
  t.join(); }
 static int d_iterbl;
 static void p_iterbl() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Iterable<String> c = l;
  synchronized (L) { boolean b0 = c.iterator().hasNext(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_iterbl = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_iterbl");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = c.iterator().hasNext(); }
   if (b) break; if (k > 3000) { System.out.println("never iterbl"); break; } Thread.sleep(2); }
  sum += d_iterbl;
  t.join(); }
 static int d_collx;
 static void p_collx() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Object c = l;
  synchronized (L) { boolean b0 = c.toString().length() == 3; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_collx = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_collx");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = c.toString().length() == 3; }
   if (b) break; if (k > 3000) { System.out.println("never collx"); break; } Thread.sleep(2); }
  sum += d_collx;
  t.join(); }
 static int d_colly;
 static void p_colly() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Object c = l;
  synchronized (L) { boolean b0 = c.hashCode() == List.of("a").hashCode(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_colly = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_colly");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = c.hashCode() == List.of("a").hashCode(); }
   if (b) break; if (k > 3000) { System.out.println("never colly"); break; } Thread.sleep(2); }
  sum += d_colly;
  t.join(); }
 static int d_sw;
 static void p_sw() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Object c = l;
  synchronized (L) { boolean b0 = c.equals(List.of("a")); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sw = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sw");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = c.equals(List.of("a")); }
   if (b) break; if (k > 3000) { System.out.println("never sw"); break; } Thread.sleep(2); }
  sum += d_sw;
  t.join(); }
 static int d_sup;
 static void p_sup() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Supplier<Stream<String>> c = l::stream;
  synchronized (L) { boolean b0 = c.get().count() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sup = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sup");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = c.get().count() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never sup"); break; } Thread.sleep(2); }
  sum += d_sup;
  t.join(); }
 static int d_tee;
 static void p_tee() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = l.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.toList(), (a1, b1) -> a1 + b1.size())) == 2; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_tee = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_tee");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.toList(), (a1, b1) -> a1 + b1.size())) == 2; }
   if (b) break; if (k > 3000) { System.out.println("never tee"); break; } Thread.sleep(2); }
  sum += d_tee;
  t.join(); }
 static int d_arrl;
 static void p_arrl() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = l.toArray(String[]::new).length == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_arrl = 42;
   synchronized (L) { Collections.addAll(l, "a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_arrl");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.toArray(String[]::new).length == 1; }
   if (b) break; if (k > 3000) { System.out.println("never arrl"); break; } Thread.sleep(2); }
  sum += d_arrl;
  t.join(); }
 static int d_deq;
 static void p_deq() throws Throwable {
  final Object L = new Object();
  ArrayDeque<String> l = new ArrayDeque<>(); Supplier<String> pk = l::peek;
  synchronized (L) { boolean b0 = pk.get() != null; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_deq = 42;
   synchronized (L) { l.push("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_deq");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = pk.get() != null; }
   if (b) break; if (k > 3000) { System.out.println("never deq"); break; } Thread.sleep(2); }
  sum += d_deq;
  t.join(); }
 static int d_lst25;
 static void p_lst25() throws Throwable {
  final Object L = new Object();
  List<Integer> l = new ArrayList<>(List.of(2, 1));
  synchronized (L) { boolean b0 = l.iterator().next() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_lst25 = 42;
   synchronized (L) { l.sort(Comparator.naturalOrder()); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_lst25");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.iterator().next() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never lst25"); break; } Thread.sleep(2); }
  sum += d_lst25;
  t.join(); }
 public static void main(String[] a) throws Throwable {
  p_oopt2();
  p_mentry();
  p_rece();
  p_rech();
  p_recs();
  p_recn();
  p_ar();
  p_vec();
  p_cow();
  p_chm();
  p_freq();
  p_mkey();
  p_mkey2();
  p_mkey3();
  p_mkey4();
  p_ser();
  p_app();
  p_ins();
  p_prn();
  p_vaa();
  p_pxy();
  p_pxy2();
  p_cmp();
  p_iterbl();
  p_collx();
  p_colly();
  p_sw();
  p_sup();
  p_tee();
  p_arrl();
  p_deq();
  p_lst25();
  System.out.println(sum);
 }
}
