import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.*; import java.text.*; import java.util.regex.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class CollWriteOk {
 static int sum;
 record R(List<String> l) {}
 record R2(R r) {}
 static int pa(Map<String,String> c, Map<String,String> m) { c.putAll(m); return c.size(); }
 static int ser(Object o) { try { ByteArrayOutputStream b = new ByteArrayOutputStream(); ObjectOutputStream s = new ObjectOutputStream(b); s.writeObject(o); s.flush(); return b.size(); } catch (IOException e) { throw new Error(e); } }
 static boolean pr(PrintWriter p, Object l, StringWriter w) { p.printf("%s", l); p.flush(); return w.toString().endsWith("[a]"); }

 static int d_drain;
 static void p_drain() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); BlockingQueue<String> q = new LinkedBlockingQueue<>(List.of("a"));
  synchronized (L) { boolean b0 = l.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_drain = 42;
   synchronized (L) { q.drainTo(l); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_drain");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never drain"); break; } Thread.sleep(2); }
  sum += d_drain;
  t.join(); }
 static int d_sfe;
 static void p_sfe() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>();
  L.lock(); try { boolean b0 = l.size() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sfe = 42;
   L.lock(); try { Stream.of("a").forEach(l::add); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sfe");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = l.size() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sfe"); break; } Thread.sleep(2); }
  sum += d_sfe;
  t.join(); }
 static int d_cons;
 static void p_cons() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); Consumer<String> c = l::add;
  synchronized (L) { boolean b0 = l.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cons = 42;
   synchronized (L) { c.accept("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cons");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never cons"); break; } Thread.sleep(2); }
  sum += d_cons;
  t.join(); }
 static int d_cons2;
 static void p_cons2() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>(); BooleanSupplier c = l::isEmpty;
  L.lock(); try { boolean b0 = !c.getAsBoolean(); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_cons2 = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cons2");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = !c.getAsBoolean(); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never cons2"); break; } Thread.sleep(2); }
  sum += d_cons2;
  t.join(); }
 static int d_tocol;
 static void p_tocol() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = l.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_tocol = 42;
   synchronized (L) { Stream.of("a").collect(Collectors.toCollection(() -> l)); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_tocol");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never tocol"); break; } Thread.sleep(2); }
  sum += d_tocol;
  t.join(); }
 static int d_mfe;
 static void p_mfe() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  HashMap<String, String> l = new HashMap<>();
  L.lock(); try { boolean b0 = l.size() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_mfe = 42;
   L.lock(); try { Map.of("a", "b").forEach(l::put); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mfe");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = l.size() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never mfe"); break; } Thread.sleep(2); }
  sum += d_mfe;
  t.join(); }
 static int d_ifr;
 static void p_ifr() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = l.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ifr = 42;
   synchronized (L) { Set.of("a").iterator().forEachRemaining(l::add); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ifr");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never ifr"); break; } Thread.sleep(2); }
  sum += d_ifr;
  t.join(); }
 static int d_copy;
 static void p_copy() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>(List.of("b"));
  L.lock(); try { boolean b0 = l.get(0).equals("a"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_copy = 42;
   L.lock(); try { Collections.copy(l, List.of("a")); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_copy");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = l.get(0).equals("a"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never copy"); break; } Thread.sleep(2); }
  sum += d_copy;
  t.join(); }
 static int d_opt;
 static void p_opt() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = l.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_opt = 42;
   synchronized (L) { Optional.of("a").ifPresent(l::add); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_opt");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never opt"); break; } Thread.sleep(2); }
  sum += d_opt;
  t.join(); }
 static int d_ent;
 static void p_ent() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  HashMap<String, String> l = new HashMap<>(Map.of("a", "a")); Map.Entry<String, String> e = l.entrySet().iterator().next();
  L.lock(); try { boolean b0 = l.get("a").equals("b"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_ent = 42;
   L.lock(); try { e.setValue("b"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ent");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = l.get("a").equals("b"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never ent"); break; } Thread.sleep(2); }
  sum += d_ent;
  t.join(); }
 static int d_sme;
 static void p_sme() throws Throwable {
  final Object L = new Object();
  AbstractMap.SimpleEntry<String, String> e = new AbstractMap.SimpleEntry<>("a", "a");
  synchronized (L) { boolean b0 = e.getValue().equals("b"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sme = 42;
   synchronized (L) { e.setValue("b"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sme");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = e.getValue().equals("b"); }
   if (b) break; if (k > 3000) { System.out.println("never sme"); break; } Thread.sleep(2); }
  sum += d_sme;
  t.join(); }
 static int d_sub;
 static void p_sub() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>(); List<String> s = l.subList(0, 0);
  L.lock(); try { boolean b0 = l.size() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sub = 42;
   L.lock(); try { s.add("b"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sub");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = l.size() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sub"); break; } Thread.sleep(2); }
  sum += d_sub;
  t.join(); }
 static int d_bif;
 static void p_bif() throws Throwable {
  final Object L = new Object();
  HashMap<String, String> l = new HashMap<>(); BiFunction<String, String, String> f = l::put;
  synchronized (L) { boolean b0 = l.containsKey("a"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_bif = 42;
   synchronized (L) { f.apply("a", "b"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_bif");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.containsKey("a"); }
   if (b) break; if (k > 3000) { System.out.println("never bif"); break; } Thread.sleep(2); }
  sum += d_bif;
  t.join(); }
 static int d_fun;
 static void p_fun() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  HashMap<String, String> l = new HashMap<>(); Function<String, String> f = l::get;
  L.lock(); try { boolean b0 = f.apply("a") != null; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_fun = 42;
   L.lock(); try { l.put("a", "b"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_fun");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = f.apply("a") != null; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never fun"); break; } Thread.sleep(2); }
  sum += d_fun;
  t.join(); }
 static int d_pred;
 static void p_pred() throws Throwable {
  final Object L = new Object();
  HashSet<String> l = new HashSet<>(); Predicate<String> f = l::contains;
  synchronized (L) { boolean b0 = f.test("a"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_pred = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pred");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = f.test("a"); }
   if (b) break; if (k > 3000) { System.out.println("never pred"); break; } Thread.sleep(2); }
  sum += d_pred;
  t.join(); }
 static int d_pred2;
 static void p_pred2() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  HashSet<String> l = new HashSet<>();
  L.lock(); try { boolean b0 = Stream.of("a").anyMatch(l::contains); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_pred2 = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pred2");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Stream.of("a").anyMatch(l::contains); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never pred2"); break; } Thread.sleep(2); }
  sum += d_pred2;
  t.join(); }
 static int d_cia;
 static void p_cia() throws Throwable {
  final Object L = new Object();
  HashMap<String, List<String>> l = new HashMap<>();
  synchronized (L) { boolean b0 = l.getOrDefault("k", List.of()).size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cia = 42;
   synchronized (L) { l.computeIfAbsent("k", k -> new ArrayList<>()).add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cia");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.getOrDefault("k", List.of()).size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never cia"); break; } Thread.sleep(2); }
  sum += d_cia;
  t.join(); }
 static int d_gby;
 static void p_gby() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>();
  L.lock(); try { boolean b0 = l.stream().collect(Collectors.groupingBy(x -> x)).size() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_gby = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_gby");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = l.stream().collect(Collectors.groupingBy(x -> x)).size() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never gby"); break; } Thread.sleep(2); }
  sum += d_gby;
  t.join(); }
 static int d_flat;
 static void p_flat() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = o.stream().flatMap(List::stream).count() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_flat = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_flat");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.stream().flatMap(List::stream).count() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never flat"); break; } Thread.sleep(2); }
  sum += d_flat;
  t.join(); }
 static int d_flat2;
 static void p_flat2() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l));
  L.lock(); try { boolean b0 = o.stream().flatMap(x -> x.stream()).count() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_flat2 = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_flat2");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = o.stream().flatMap(x -> x.stream()).count() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never flat2"); break; } Thread.sleep(2); }
  sum += d_flat2;
  t.join(); }
 static int d_msz;
 static void p_msz() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = o.stream().mapToInt(List::size).sum() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_msz = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_msz");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.stream().mapToInt(List::size).sum() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never msz"); break; } Thread.sleep(2); }
  sum += d_msz;
  t.join(); }
 static int d_sconc;
 static void p_sconc() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>();
  L.lock(); try { boolean b0 = Stream.concat(l.stream(), Stream.of()).count() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sconc = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sconc");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Stream.concat(l.stream(), Stream.of()).count() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sconc"); break; } Thread.sleep(2); }
  sum += d_sconc;
  t.join(); }
 static int d_oeq;
 static void p_oeq() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(), m = List.of("a");
  synchronized (L) { boolean b0 = Objects.equals(m, l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_oeq = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_oeq");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Objects.equals(m, l); }
   if (b) break; if (k > 3000) { System.out.println("never oeq"); break; } Thread.sleep(2); }
  sum += d_oeq;
  t.join(); }
 static int d_ohash;
 static void p_ohash() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>(), m = List.of("a");
  L.lock(); try { boolean b0 = Objects.hash(l) == Objects.hash(m); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_ohash = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ohash");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Objects.hash(l) == Objects.hash(m); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never ohash"); break; } Thread.sleep(2); }
  sum += d_ohash;
  t.join(); }
 static int d_outs;
 static void p_outs() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = o.toString().equals("[[a]]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_outs = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_outs");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.toString().equals("[[a]]"); }
   if (b) break; if (k > 3000) { System.out.println("never outs"); break; } Thread.sleep(2); }
  sum += d_outs;
  t.join(); }
 static int d_outh;
 static void p_outh() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l));
  L.lock(); try { boolean b0 = o.hashCode() == List.of(List.of("a")).hashCode(); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_outh = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_outh");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = o.hashCode() == List.of(List.of("a")).hashCode(); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never outh"); break; } Thread.sleep(2); }
  sum += d_outh;
  t.join(); }
 static int d_oute;
 static void p_oute() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l)), o2 = List.of(List.of("a"));
  synchronized (L) { boolean b0 = o.equals(o2); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_oute = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_oute");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.equals(o2); }
   if (b) break; if (k > 3000) { System.out.println("never oute"); break; } Thread.sleep(2); }
  sum += d_oute;
  t.join(); }
 static int d_conc;
 static void p_conc() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>(); List<List<String>> o = new ArrayList<>(List.of(l)), o2 = List.of(List.of("a"));
  L.lock(); try { boolean b0 = ("" + o).equals("[[a]]"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_conc = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_conc");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = ("" + o).equals("[[a]]"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never conc"); break; } Thread.sleep(2); }
  sum += d_conc;
  t.join(); }
 static int d_sf;
 static void p_sf() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = String.format("%s", l).equals("[a]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sf = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sf");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = String.format("%s", l).equals("[a]"); }
   if (b) break; if (k > 3000) { System.out.println("never sf"); break; } Thread.sleep(2); }
  sum += d_sf;
  t.join(); }
 static int d_sf2;
 static void p_sf2() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>();
  L.lock(); try { boolean b0 = MessageFormat.format("{0}", l).equals("[a]"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sf2 = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sf2");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = MessageFormat.format("{0}", l).equals("[a]"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sf2"); break; } Thread.sleep(2); }
  sum += d_sf2;
  t.join(); }
 static int d_ats;
 static void p_ats() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Object[] o = { l };
  synchronized (L) { boolean b0 = Arrays.toString(o).equals("[[a]]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ats = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ats");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.toString(o).equals("[[a]]"); }
   if (b) break; if (k > 3000) { System.out.println("never ats"); break; } Thread.sleep(2); }
  sum += d_ats;
  t.join(); }
 static int d_ads;
 static void p_ads() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>(); Object[][] o = { { l } };
  L.lock(); try { boolean b0 = Arrays.deepToString(o).equals("[[[a]]]"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_ads = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ads");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Arrays.deepToString(o).equals("[[[a]]]"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never ads"); break; } Thread.sleep(2); }
  sum += d_ads;
  t.join(); }
 static int d_oopt;
 static void p_oopt() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(); Optional<List<String>> o = Optional.of(l);
  synchronized (L) { boolean b0 = o.equals(Optional.of(List.of("a"))); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_oopt = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_oopt");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.equals(Optional.of(List.of("a"))); }
   if (b) break; if (k > 3000) { System.out.println("never oopt"); break; } Thread.sleep(2); }
  sum += d_oopt;
  t.join(); }
 public static void main(String[] a) throws Throwable {
  p_drain();
  p_sfe();
  p_cons();
  p_cons2();
  p_tocol();
  p_mfe();
  p_ifr();
  p_copy();
  p_opt();
  p_ent();
  p_sme();
  p_sub();
  p_bif();
  p_fun();
  p_pred();
  p_pred2();
  p_cia();
  p_gby();
  p_flat();
  p_flat2();
  p_msz();
  p_sconc();
  p_oeq();
  p_ohash();
  p_outs();
  p_outh();
  p_oute();
  p_conc();
  p_sf();
  p_sf2();
  p_ats();
  p_ads();
  p_oopt();
  System.out.println(sum);
 }
}
