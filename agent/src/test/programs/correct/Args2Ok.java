import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.*; import java.text.*; import java.util.regex.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class Args2Ok {
 static int sum;
 static int hp(Map v, Map l) { v.putAll(l); return v.size(); }
 static boolean rs(AtomicReference v, Object l) { v.set(l); return false; }
 static int tg(ThreadLocal<Integer> v) { v.remove(); return v.get(); }
 static boolean rmi(ArrayList<List<String>> o) { List<String> k = o.get(0); boolean b = o.removeIf(List::isEmpty); if (b) o.add(k); return b; }
 static Object srt(List[] v, Comparator<List> c) { Arrays.sort(v, c); return v[1]; }
 static long crc(byte[] c) { java.util.zip.CRC32 z = new java.util.zip.CRC32(); z.update(c); return z.getValue(); }

 static int d_bse;
 static void p_bse() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));Comparator<List<String>> c = Comparator.comparing(List::size);
  synchronized (L) { boolean b0 = Collections.binarySearch(o, List.of("a"), c) == 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_bse = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_bse");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Collections.binarySearch(o, List.of("a"), c) == 0; }
   if (b) break; if (k > 3000) { System.out.println("never bse"); break; } Thread.sleep(2); }
  sum += d_bse;
  t.join(); }
 static int d_iof;
 static void p_iof() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));
  L.lock(); try { boolean b0 = o.indexOf(List.of("a")) == 0; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_iof = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_iof");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = o.indexOf(List.of("a")) == 0; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never iof"); break; } Thread.sleep(2); }
  sum += d_iof;
  t.join(); }
 static int d_liof;
 static void p_liof() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = o.lastIndexOf(List.of("a")) == 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_liof = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_liof");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.lastIndexOf(List.of("a")) == 0; }
   if (b) break; if (k > 3000) { System.out.println("never liof"); break; } Thread.sleep(2); }
  sum += d_liof;
  t.join(); }
 static int d_remo;
 static void p_remo() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));
  L.lock(); try { boolean b0 = o.remove(List.of("a")); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_remo = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_remo");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = o.remove(List.of("a")); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never remo"); break; } Thread.sleep(2); }
  sum += d_remo;
  t.join(); }
 static int d_remif;
 static void p_remif() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>(); ArrayList<List<String>> o = new ArrayList<>(List.of(l));
  synchronized (L) { boolean b0 = !o.isEmpty() && !rmi(o); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_remif = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_remif");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !o.isEmpty() && !rmi(o); }
   if (b) break; if (k > 3000) { System.out.println("never remif"); break; } Thread.sleep(2); }
  sum += d_remif;
  t.join(); }
 static int d_aeq;
 static void p_aeq() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>();Object[] v = { l }, w = { List.of("a") };
  L.lock(); try { boolean b0 = Arrays.equals(v, w); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_aeq = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_aeq");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Arrays.equals(v, w); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never aeq"); break; } Thread.sleep(2); }
  sum += d_aeq;
  t.join(); }
 static int d_ahc;
 static void p_ahc() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Object[] v = { l }, w = { List.of("a") };
  synchronized (L) { boolean b0 = Arrays.hashCode(v) == Arrays.hashCode(w); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ahc = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ahc");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.hashCode(v) == Arrays.hashCode(w); }
   if (b) break; if (k > 3000) { System.out.println("never ahc"); break; } Thread.sleep(2); }
  sum += d_ahc;
  t.join(); }
 static int d_adeq;
 static void p_adeq() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>();Object[] v = { l }, w = { List.of("a") };
  L.lock(); try { boolean b0 = Arrays.deepEquals(v, w); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_adeq = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_adeq");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Arrays.deepEquals(v, w); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never adeq"); break; } Thread.sleep(2); }
  sum += d_adeq;
  t.join(); }
 static int d_odeq;
 static void p_odeq() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();Object[] v = { l }, w = { List.of("a") };
  synchronized (L) { boolean b0 = Objects.deepEquals(v, w); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_odeq = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_odeq");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Objects.deepEquals(v, w); }
   if (b) break; if (k > 3000) { System.out.println("never odeq"); break; } Thread.sleep(2); }
  sum += d_odeq;
  t.join(); }
 static int d_aal;
 static void p_aal() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>();Object[] v = { l };
  L.lock(); try { boolean b0 = Arrays.asList(v).contains(List.of("a")); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_aal = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_aal");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Arrays.asList(v).contains(List.of("a")); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never aal"); break; } Thread.sleep(2); }
  sum += d_aal;
  t.join(); }
 static int d_asr;
 static void p_asr() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();List[] v = { l, List.of() }; Comparator<List> c = Comparator.comparing(List::size);
  synchronized (L) { boolean b0 = srt(v, c) == l; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_asr = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_asr");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = srt(v, c) == l; }
   if (b) break; if (k > 3000) { System.out.println("never asr"); break; } Thread.sleep(2); }
  sum += d_asr;
  t.join(); }
 static int d_abs;
 static void p_abs() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ArrayList<String> l = new ArrayList<>();List[] v = { l }; Comparator<List> c = Comparator.comparing(List::size);
  L.lock(); try { boolean b0 = Arrays.binarySearch(v, List.of("a"), c) == 0; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_abs = 42;
   L.lock(); try { l.add("a"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_abs");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Arrays.binarySearch(v, List.of("a"), c) == 0; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never abs"); break; } Thread.sleep(2); }
  sum += d_abs;
  t.join(); }
 static int d_ase;
 static void p_ase() throws Throwable {
  final Object L = new Object();
  ArrayList<String> l = new ArrayList<>();
  synchronized (L) { boolean b0 = new AssertionError(l).getMessage().equals("[a]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_ase = 42;
   synchronized (L) { l.add("a"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ase");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new AssertionError(l).getMessage().equals("[a]"); }
   if (b) break; if (k > 3000) { System.out.println("never ase"); break; } Thread.sleep(2); }
  sum += d_ase;
  t.join(); }
 static int d_ase2;
 static void p_ase2() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = new AssertionError(sb).getMessage().equals("7"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_ase2 = 42;
   L.lock(); try { sb.append("7"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ase2");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = new AssertionError(sb).getMessage().equals("7"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never ase2"); break; } Thread.sleep(2); }
  sum += d_ase2;
  t.join(); }
 static int d_exm;
 static void p_exm() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = new Exception("" + sb).getMessage().equals("7"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_exm = 42;
   synchronized (L) { sb.append("7"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_exm");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new Exception("" + sb).getMessage().equals("7"); }
   if (b) break; if (k > 3000) { System.out.println("never exm"); break; } Thread.sleep(2); }
  sum += d_exm;
  t.join(); }
 static int d_sap;
 static void p_sap() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = new StringBuilder().append((CharSequence) sb).length() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sap = 42;
   L.lock(); try { sb.append("7"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sap");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = new StringBuilder().append((CharSequence) sb).length() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sap"); break; } Thread.sleep(2); }
  sum += d_sap;
  t.join(); }
 static int d_sin;
 static void p_sin() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = new StringBuilder().insert(0, sb).length() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sin = 42;
   synchronized (L) { sb.append("7"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sin");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new StringBuilder().insert(0, sb).length() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never sin"); break; } Thread.sleep(2); }
  sum += d_sin;
  t.join(); }
 static int d_cmp;
 static void p_cmp() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = CharSequence.compare(sb, "7") == 0; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_cmp = 42;
   L.lock(); try { sb.append("7"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cmp");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = CharSequence.compare(sb, "7") == 0; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never cmp"); break; } Thread.sleep(2); }
  sum += d_cmp;
  t.join(); }
 static int d_rep;
 static void p_rep() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); sb.append("zz");
  synchronized (L) { boolean b0 = "a7".replace(sb, "b").equals("ab"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_rep = 42;
   synchronized (L) { sb.setLength(0); sb.append("7"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_rep");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = "a7".replace(sb, "b").equals("ab"); }
   if (b) break; if (k > 3000) { System.out.println("never rep"); break; } Thread.sleep(2); }
  sum += d_rep;
  t.join(); }
 static int d_stj;
 static void p_stj() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = new StringJoiner(",").add(sb).toString().equals("7"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_stj = 42;
   L.lock(); try { sb.append("7"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_stj");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = new StringJoiner(",").add(sb).toString().equals("7"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never stj"); break; } Thread.sleep(2); }
  sum += d_stj;
  t.join(); }
 static int d_pin;
 static void p_pin() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); sb.append("1");
  synchronized (L) { boolean b0 = Integer.parseInt(sb, 0, 1, 10) == 7; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_pin = 42;
   synchronized (L) { sb.setCharAt(0, '7'); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pin");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Integer.parseInt(sb, 0, 1, 10) == 7; }
   if (b) break; if (k > 3000) { System.out.println("never pin"); break; } Thread.sleep(2); }
  sum += d_pin;
  t.join(); }
 static int d_pmt;
 static void p_pmt() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = Pattern.matches("7", sb); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_pmt = 42;
   L.lock(); try { sb.append("7"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pmt");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Pattern.matches("7", sb); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never pmt"); break; } Thread.sleep(2); }
  sum += d_pmt;
  t.join(); }
 static int d_psp;
 static void p_psp() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = Pattern.compile("x").split(sb)[0].equals("7"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_psp = 42;
   synchronized (L) { sb.append("7"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_psp");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Pattern.compile("x").split(sb)[0].equals("7"); }
   if (b) break; if (k > 3000) { System.out.println("never psp"); break; } Thread.sleep(2); }
  sum += d_psp;
  t.join(); }
 static int d_dur;
 static void p_dur() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder(); sb.append("PT1S");
  L.lock(); try { boolean b0 = java.time.Duration.parse(sb).getSeconds() == 7; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_dur = 42;
   L.lock(); try { sb.setCharAt(2, '7'); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_dur");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = java.time.Duration.parse(sb).getSeconds() == 7; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never dur"); break; } Thread.sleep(2); }
  sum += d_dur;
  t.join(); }
 static int d_wap;
 static void p_wap() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();StringWriter w = new StringWriter();
  synchronized (L) { boolean b0 = w.append(sb).toString().contains("7"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_wap = 42;
   synchronized (L) { sb.append("7"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_wap");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = w.append(sb).toString().contains("7"); }
   if (b) break; if (k > 3000) { System.out.println("never wap"); break; } Thread.sleep(2); }
  sum += d_wap;
  t.join(); }
 static int d_cpa;
 static void p_cpa() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder(); sb.append("1");
  L.lock(); try { boolean b0 = Character.codePointAt(sb, 0) == '7'; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_cpa = 42;
   L.lock(); try { sb.setCharAt(0, '7'); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cpa");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Character.codePointAt(sb, 0) == '7'; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never cpa"); break; } Thread.sleep(2); }
  sum += d_cpa;
  t.join(); }
 static int d_cpa2;
 static void p_cpa2() throws Throwable {
  final Object L = new Object();
  char[] c = new char[1];
  synchronized (L) { boolean b0 = Character.codePointAt(c, 0) == '7'; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cpa2 = 42;
   synchronized (L) { c[0] = '7'; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cpa2");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Character.codePointAt(c, 0) == '7'; }
   if (b) break; if (k > 3000) { System.out.println("never cpa2"); break; } Thread.sleep(2); }
  sum += d_cpa2;
  t.join(); }
 static int d_toch;
 static void p_toch() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  char[] c = new char[1];
  L.lock(); try { boolean b0 = c[0] == '7'; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_toch = 42;
   L.lock(); try { Character.toChars('7', c, 0); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_toch");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = c[0] == '7'; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never toch"); break; } Thread.sleep(2); }
  sum += d_toch;
  t.join(); }
 static int d_b64;
 static void p_b64() throws Throwable {
  final Object L = new Object();
  byte[] c = new byte[8]; byte[] s = { 1, 2, 3 };
  synchronized (L) { boolean b0 = c[0] == 'A'; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_b64 = 42;
   synchronized (L) { Base64.getEncoder().encode(s, c); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_b64");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = c[0] == 'A'; }
   if (b) break; if (k > 3000) { System.out.println("never b64"); break; } Thread.sleep(2); }
  sum += d_b64;
  t.join(); }
 static int d_b64b;
 static void p_b64b() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  byte[] c = new byte[3];
  L.lock(); try { boolean b0 = Base64.getEncoder().encodeToString(c).equals("AQAA"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_b64b = 42;
   L.lock(); try { c[0] = 1; } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_b64b");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Base64.getEncoder().encodeToString(c).equals("AQAA"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never b64b"); break; } Thread.sleep(2); }
  sum += d_b64b;
  t.join(); }
 static int d_hex;
 static void p_hex() throws Throwable {
  final Object L = new Object();
  byte[] c = new byte[1];
  synchronized (L) { boolean b0 = HexFormat.of().formatHex(c).equals("01"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_hex = 42;
   synchronized (L) { c[0] = 1; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_hex");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = HexFormat.of().formatHex(c).equals("01"); }
   if (b) break; if (k > 3000) { System.out.println("never hex"); break; } Thread.sleep(2); }
  sum += d_hex;
  t.join(); }
 static int d_crc;
 static void p_crc() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  byte[] c = new byte[1];
  L.lock(); try { boolean b0 = crc(c) == crc(new byte[] { 1 }); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_crc = 42;
   L.lock(); try { c[0] = 1; } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_crc");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = crc(c) == crc(new byte[] { 1 }); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never crc"); break; } Thread.sleep(2); }
  sum += d_crc;
  t.join(); }
 static int d_nrm;
 static void p_nrm() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = Normalizer.normalize(sb, Normalizer.Form.NFC).equals("7"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_nrm = 42;
   synchronized (L) { sb.append("7"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_nrm");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Normalizer.normalize(sb, Normalizer.Form.NFC).equals("7"); }
   if (b) break; if (k > 3000) { System.out.println("never nrm"); break; } Thread.sleep(2); }
  sum += d_nrm;
  t.join(); }
 public static void main(String[] a) throws Throwable {
  p_bse();
  p_iof();
  p_liof();
  p_remo();
  p_remif();
  p_aeq();
  p_ahc();
  p_adeq();
  p_odeq();
  p_aal();
  p_asr();
  p_abs();
  p_ase();
  p_ase2();
  p_exm();
  p_sap();
  p_sin();
  p_cmp();
  p_rep();
  p_stj();
  p_pin();
  p_pmt();
  p_psp();
  p_dur();
  p_wap();
  p_cpa();
  p_cpa2();
  p_toch();
  p_b64();
  p_b64b();
  p_hex();
  p_crc();
  p_nrm();
  System.out.println(sum);
 }
}
