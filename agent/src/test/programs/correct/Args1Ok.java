import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.*; import java.text.*; import java.util.regex.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class Args1Ok {
 static int sum;
 static int hp(Map v, Map l) { v.putAll(l); return v.size(); }
 static boolean rs(AtomicReference v, Object l) { v.set(l); return false; }
 static int tg(ThreadLocal<Integer> v) { v.remove(); return v.get(); }
 static boolean rmi(ArrayList<List<String>> o) { List<String> k = o.get(0); boolean b = o.removeIf(List::isEmpty); if (b) o.add(k); return b; }
 static Object srt(List[] v, Comparator<List> c) { Arrays.sort(v, c); return v[1]; }
 static long crc(byte[] c) { java.util.zip.CRC32 z = new java.util.zip.CRC32(); z.update(c); return z.getValue(); }

 static int d_vca;
 static void p_vca() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Vector<String> v = new Vector<>();
  synchronized (L) { boolean b0 = !v.containsAll(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_vca = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_vca");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !v.containsAll(l); }
   if (b) break; if (k > 3000) { System.out.println("never vca"); break; } Thread.sleep(2); }
  sum += d_vca;
  t.join(); }
 static int d_vra;
 static void p_vra() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Vector<String> v = new Vector<>(List.of("a"));
  synchronized (L) { boolean b0 = v.removeAll(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_vra = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_vra");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.removeAll(l); }
   if (b) break; if (k > 3000) { System.out.println("never vra"); break; } Thread.sleep(2); }
  sum += d_vra;
  t.join(); }
 static int d_hpa;
 static void p_hpa() throws Throwable {
  final Object L = new Object();
  HashMap<String,String> l = new HashMap<>(); Hashtable<String,String> v = new Hashtable<>();
  synchronized (L) { boolean b0 = hp(v, l) == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_hpa = 42;
   synchronized (L) { l.put("a", "b"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_hpa");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = hp(v, l) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never hpa"); break; } Thread.sleep(2); }
  sum += d_hpa;
  t.join(); }
 static int d_ppa;
 static void p_ppa() throws Throwable {
  final Object L = new Object();
  HashMap<String,String> l = new HashMap<>(); Properties v = new Properties();
  synchronized (L) { boolean b0 = hp(v, l) == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ppa = 42;
   synchronized (L) { l.put("a", "b"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ppa");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = hp(v, l) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never ppa"); break; } Thread.sleep(2); }
  sum += d_ppa;
  t.join(); }
 static int d_sla;
 static void p_sla() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();List<String> v = Collections.synchronizedList(new ArrayList<>());
  synchronized (L) { boolean b0 = v.addAll(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sla = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sla");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.addAll(l); }
   if (b) break; if (k > 3000) { System.out.println("never sla"); break; } Thread.sleep(2); }
  sum += d_sla;
  t.join(); }
 static int d_sle;
 static void p_sle() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();List<String> v = Collections.synchronizedList(new ArrayList<>(List.of("a")));
  synchronized (L) { boolean b0 = v.equals(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sle = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sle");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.equals(l); }
   if (b) break; if (k > 3000) { System.out.println("never sle"); break; } Thread.sleep(2); }
  sum += d_sle;
  t.join(); }
 static int d_kca;
 static void p_kca() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Set<String> v = ConcurrentHashMap.newKeySet();
  synchronized (L) { boolean b0 = !v.containsAll(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_kca = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_kca");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !v.containsAll(l); }
   if (b) break; if (k > 3000) { System.out.println("never kca"); break; } Thread.sleep(2); }
  sum += d_kca;
  t.join(); }
 static int d_kaa;
 static void p_kaa() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Set<String> v = ConcurrentHashMap.newKeySet();
  synchronized (L) { boolean b0 = v.addAll(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_kaa = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_kaa");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.addAll(l); }
   if (b) break; if (k > 3000) { System.out.println("never kaa"); break; } Thread.sleep(2); }
  sum += d_kaa;
  t.join(); }
 static int d_cowa;
 static void p_cowa() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();CopyOnWriteArrayList<String> v = new CopyOnWriteArrayList<>();
  synchronized (L) { boolean b0 = v.addAllAbsent(l) > 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cowa = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cowa");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.addAllAbsent(l) > 0; }
   if (b) break; if (k > 3000) { System.out.println("never cowa"); break; } Thread.sleep(2); }
  sum += d_cowa;
  t.join(); }
 static int d_cowe;
 static void p_cowe() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();CopyOnWriteArrayList<String> v = new CopyOnWriteArrayList<>(List.of("a"));
  synchronized (L) { boolean b0 = v.equals(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cowe = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cowe");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.equals(l); }
   if (b) break; if (k > 3000) { System.out.println("never cowe"); break; } Thread.sleep(2); }
  sum += d_cowe;
  t.join(); }
 static int d_lbq;
 static void p_lbq() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();LinkedBlockingQueue<String> v = new LinkedBlockingQueue<>();
  synchronized (L) { boolean b0 = v.addAll(l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_lbq = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_lbq");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.addAll(l); }
   if (b) break; if (k > 3000) { System.out.println("never lbq"); break; } Thread.sleep(2); }
  sum += d_lbq;
  t.join(); }
 static int d_clq;
 static void p_clq() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new ConcurrentLinkedQueue<>(l).size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_clq = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_clq");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new ConcurrentLinkedQueue<>(l).size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never clq"); break; } Thread.sleep(2); }
  sum += d_clq;
  t.join(); }
 static int d_skl;
 static void p_skl() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new ConcurrentSkipListSet<>(l).size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_skl = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_skl");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new ConcurrentSkipListSet<>(l).size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never skl"); break; } Thread.sleep(2); }
  sum += d_skl;
  t.join(); }
 static int d_pbq;
 static void p_pbq() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new PriorityBlockingQueue<>(l).size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_pbq = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pbq");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new PriorityBlockingQueue<>(l).size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never pbq"); break; } Thread.sleep(2); }
  sum += d_pbq;
  t.join(); }
 static int d_drA;
 static void p_drA() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();ArrayBlockingQueue<String> q = new ArrayBlockingQueue<>(3); q.add("a");
  synchronized (L) { boolean b0 = l.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_drA = 42;
   synchronized (L) { q.drainTo(l); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_drA");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never drA"); break; } Thread.sleep(2); }
  sum += d_drA;
  t.join(); }
 static int d_drP;
 static void p_drP() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();PriorityBlockingQueue<String> q = new PriorityBlockingQueue<>(3); q.add("a");
  synchronized (L) { boolean b0 = !l.isEmpty(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_drP = 42;
   synchronized (L) { q.drainTo(l, 1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_drP");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !l.isEmpty(); }
   if (b) break; if (k > 3000) { System.out.println("never drP"); break; } Thread.sleep(2); }
  sum += d_drP;
  t.join(); }
 static int d_vfe;
 static void p_vfe() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Vector<String> v = new Vector<>(List.of("a"));
  synchronized (L) { boolean b0 = !l.isEmpty(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_vfe = 42;
   synchronized (L) { v.forEach(l::add); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_vfe");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !l.isEmpty(); }
   if (b) break; if (k > 3000) { System.out.println("never vfe"); break; } Thread.sleep(2); }
  sum += d_vfe;
  t.join(); }
 static int d_vfe2;
 static void p_vfe2() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Vector<String> v = new Vector<>(List.of("a")); Consumer<String> c = l::add;
  synchronized (L) { boolean b0 = !l.isEmpty(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_vfe2 = 42;
   synchronized (L) { v.forEach(c); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_vfe2");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !l.isEmpty(); }
   if (b) break; if (k > 3000) { System.out.println("never vfe2"); break; } Thread.sleep(2); }
  sum += d_vfe2;
  t.join(); }
 static int d_cfe;
 static void p_cfe() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();ConcurrentHashMap<String, String> v = new ConcurrentHashMap<>(Map.of("a", "b")); Function<String, Boolean> c = l::add;
  synchronized (L) { boolean b0 = !l.isEmpty(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cfe = 42;
   synchronized (L) { v.forEachKey(99, c::apply); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cfe");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !l.isEmpty(); }
   if (b) break; if (k > 3000) { System.out.println("never cfe"); break; } Thread.sleep(2); }
  sum += d_cfe;
  t.join(); }
 static int d_cia;
 static void p_cia() throws Throwable {
  final Object L = new Object();
  HashMap<String, String> l = new HashMap<>(); ConcurrentHashMap<String, String> v = new ConcurrentHashMap<>();
  synchronized (L) { boolean b0 = v.computeIfAbsent("a", l::get) != null; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cia = 42;
   synchronized (L) { l.put("a", "b"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cia");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.computeIfAbsent("a", l::get) != null; }
   if (b) break; if (k > 3000) { System.out.println("never cia"); break; } Thread.sleep(2); }
  sum += d_cia;
  t.join(); }
 static int d_mrg;
 static void p_mrg() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();ConcurrentHashMap<String, Integer> v = new ConcurrentHashMap<>();
  synchronized (L) { boolean b0 = v.computeIfAbsent("a", k9 -> l.isEmpty() ? null : 1) != null; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_mrg = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mrg");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.computeIfAbsent("a", k9 -> l.isEmpty() ? null : 1) != null; }
   if (b) break; if (k > 3000) { System.out.println("never mrg"); break; } Thread.sleep(2); }
  sum += d_mrg;
  t.join(); }
 static int d_sbb;
 static void p_sbb() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();StringBuffer bf = new StringBuffer();
  synchronized (L) { boolean b0 = bf.append(l).indexOf("a") >= 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sbb = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sbb");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = bf.append(l).indexOf("a") >= 0; }
   if (b) break; if (k > 3000) { System.out.println("never sbb"); break; } Thread.sleep(2); }
  sum += d_sbb;
  t.join(); }
 static int d_sbi;
 static void p_sbi() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();StringBuffer bf = new StringBuffer();
  synchronized (L) { boolean b0 = bf.insert(0, l).indexOf("a") >= 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sbi = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sbi");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = bf.insert(0, l).indexOf("a") >= 0; }
   if (b) break; if (k > 3000) { System.out.println("never sbi"); break; } Thread.sleep(2); }
  sum += d_sbi;
  t.join(); }
 static int d_sbs;
 static void p_sbs() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();StringBuffer bf = new StringBuffer();
  synchronized (L) { boolean b0 = bf.append(sb).indexOf("7") >= 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sbs = 42;
   synchronized (L) { sb.append("7"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sbs");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = bf.append(sb).indexOf("7") >= 0; }
   if (b) break; if (k > 3000) { System.out.println("never sbs"); break; } Thread.sleep(2); }
  sum += d_sbs;
  t.join(); }
 static int d_ara;
 static void p_ara() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();AtomicReferenceArray<Object> v = new AtomicReferenceArray<>(1); v.set(0, l);
  synchronized (L) { boolean b0 = v.toString().equals("[[a]]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ara = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ara");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.toString().equals("[[a]]"); }
   if (b) break; if (k > 3000) { System.out.println("never ara"); break; } Thread.sleep(2); }
  sum += d_ara;
  t.join(); }
 static int d_aru;
 static void p_aru() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();AtomicReference<List<String>> v = new AtomicReference<>(l);
  synchronized (L) { boolean b0 = v.updateAndGet(List::copyOf).size() == 1 || rs(v, l); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_aru = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_aru");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.updateAndGet(List::copyOf).size() == 1 || rs(v, l); }
   if (b) break; if (k > 3000) { System.out.println("never aru"); break; } Thread.sleep(2); }
  sum += d_aru;
  t.join(); }
 static int d_tli;
 static void p_tli() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();ThreadLocal<Integer> v = ThreadLocal.withInitial(l::size);
  synchronized (L) { boolean b0 = tg(v) == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_tli = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_tli");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = tg(v) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never tli"); break; } Thread.sleep(2); }
  sum += d_tli;
  t.join(); }
 static int d_ncp;
 static void p_ncp() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();List<List<String>> v = Collections.nCopies(1, l);
  synchronized (L) { boolean b0 = v.toString().equals("[[a]]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ncp = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ncp");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.toString().equals("[[a]]"); }
   if (b) break; if (k > 3000) { System.out.println("never ncp"); break; } Thread.sleep(2); }
  sum += d_ncp;
  t.join(); }
 static int d_sgl;
 static void p_sgl() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();List<List<String>> v = Collections.singletonList(l);
  synchronized (L) { boolean b0 = v.contains(List.of("a")); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sgl = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sgl");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.contains(List.of("a")); }
   if (b) break; if (k > 3000) { System.out.println("never sgl"); break; } Thread.sleep(2); }
  sum += d_sgl;
  t.join(); }
 static int d_lof;
 static void p_lof() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();List<List<String>> v = List.of(l);
  synchronized (L) { boolean b0 = v.indexOf(List.of("a")) == 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_lof = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_lof");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = v.indexOf(List.of("a")) == 0; }
   if (b) break; if (k > 3000) { System.out.println("never lof"); break; } Thread.sleep(2); }
  sum += d_lof;
  t.join(); }
 static int d_dis;
 static void p_dis() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = !Collections.disjoint(o, List.of(List.of("a"))); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_dis = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_dis");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !Collections.disjoint(o, List.of(List.of("a"))); }
   if (b) break; if (k > 3000) { System.out.println("never dis"); break; } Thread.sleep(2); }
  sum += d_dis;
  t.join(); }
 static int d_iosl;
 static void p_iosl() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = Collections.indexOfSubList(o, List.of(List.of("a"))) == 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_iosl = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_iosl");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Collections.indexOfSubList(o, List.of(List.of("a"))) == 0; }
   if (b) break; if (k > 3000) { System.out.println("never iosl"); break; } Thread.sleep(2); }
  sum += d_iosl;
  t.join(); }
 static int d_max;
 static void p_max() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = Collections.max(o, Comparator.comparing(List::size)).size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_max = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_max");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Collections.max(o, Comparator.comparing(List::size)).size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never max"); break; } Thread.sleep(2); }
  sum += d_max;
  t.join(); }
 public static void main(String[] a) throws Throwable {
  p_vca();
  p_vra();
  p_hpa();
  p_ppa();
  p_sla();
  p_sle();
  p_kca();
  p_kaa();
  p_cowa();
  p_cowe();
  p_lbq();
  p_clq();
  p_skl();
  p_pbq();
  p_drA();
  p_drP();
  p_vfe();
  p_vfe2();
  p_cfe();
  p_cia();
  p_mrg();
  p_sbb();
  p_sbi();
  p_sbs();
  p_ara();
  p_aru();
  p_tli();
  p_ncp();
  p_sgl();
  p_lof();
  p_dis();
  p_iosl();
  p_max();
  System.out.println(sum);
 }
}
