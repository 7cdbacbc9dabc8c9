import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.*; import java.text.*; import java.util.regex.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class AliasOk {
 static int sum;
 record Rec(StringBuilder s) {}

 static int d_dup;
 static void p_dup() throws Throwable {
  final Object L = new Object();
  ByteBuffer b1 = ByteBuffer.allocate(8), b2 = b1.duplicate();
  synchronized (L) { boolean b0 = b2.get(0) == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_dup = 42;
   synchronized (L) { b1.put(0, (byte) 1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_dup");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = b2.get(0) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never dup"); break; } Thread.sleep(2); }
  sum += d_dup;
  t.join(); }
 static int d_slice;
 static void p_slice() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ByteBuffer b1 = ByteBuffer.allocateDirect(8), b2 = b1.slice();
  L.lock(); try { boolean b0 = b2.get(0) == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_slice = 42;
   L.lock(); try { b1.put(0, (byte) 1); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_slice");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = b2.get(0) == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never slice"); break; } Thread.sleep(2); }
  sum += d_slice;
  t.join(); }
 static int d_asint;
 static void p_asint() throws Throwable {
  final Object L = new Object();
  ByteBuffer b1 = ByteBuffer.allocate(8); IntBuffer b2 = b1.asIntBuffer();
  synchronized (L) { boolean b0 = b2.get(0) == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_asint = 42;
   synchronized (L) { b1.putInt(0, 1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_asint");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = b2.get(0) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never asint"); break; } Thread.sleep(2); }
  sum += d_asint;
  t.join(); }
 static int d_ro;
 static void p_ro() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ByteBuffer b1 = ByteBuffer.allocate(8); ByteBuffer b2 = b1.asReadOnlyBuffer();
  L.lock(); try { boolean b0 = b2.getInt(0) == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_ro = 42;
   L.lock(); try { b1.putInt(0, 1); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ro");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = b2.getInt(0) == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never ro"); break; } Thread.sleep(2); }
  sum += d_ro;
  t.join(); }
 static int d_fmt;
 static void p_fmt() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); Formatter f = new Formatter(sb);
  synchronized (L) { boolean b0 = sb.length() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_fmt = 42;
   synchronized (L) { f.format("%d", 1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_fmt");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = sb.length() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never fmt"); break; } Thread.sleep(2); }
  sum += d_fmt;
  t.join(); }
 static int d_mat;
 static void p_mat() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder(); Matcher m = Pattern.compile("a").matcher("a"); m.find();
  L.lock(); try { boolean b0 = sb.length() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_mat = 42;
   L.lock(); try { m.appendReplacement(sb, "b"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mat");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = sb.length() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never mat"); break; } Thread.sleep(2); }
  sum += d_mat;
  t.join(); }
 static int d_pw;
 static void p_pw() throws Throwable {
  final Object L = new Object();
  StringWriter sw = new StringWriter(); PrintWriter pw = new PrintWriter(sw);
  synchronized (L) { boolean b0 = sw.toString().length() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_pw = 42;
   synchronized (L) { pw.print("x"); pw.flush(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pw");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = sw.toString().length() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never pw"); break; } Thread.sleep(2); }
  sum += d_pw;
  t.join(); }
 static int d_dos;
 static void p_dos() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  ByteArrayOutputStream bo = new ByteArrayOutputStream(); DataOutputStream d = new DataOutputStream(bo);
  L.lock(); try { boolean b0 = bo.size() == 4; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_dos = 42;
   L.lock(); try { d.writeInt(1); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_dos");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = bo.size() == 4; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never dos"); break; } Thread.sleep(2); }
  sum += d_dos;
  t.join(); }
 static int d_caw;
 static void p_caw() throws Throwable {
  final Object L = new Object();
  CharArrayWriter cw = new CharArrayWriter(); PrintWriter pw = new PrintWriter(cw);
  synchronized (L) { boolean b0 = cw.size() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_caw = 42;
   synchronized (L) { pw.print("x"); pw.flush(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_caw");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = cw.size() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never caw"); break; } Thread.sleep(2); }
  sum += d_caw;
  t.join(); }
 static int d_df;
 static void p_df() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuffer sb = new StringBuffer(); DecimalFormat f = new DecimalFormat();
  L.lock(); try { boolean b0 = sb.length() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_df = 42;
   L.lock(); try { f.format(1L, sb, new FieldPosition(0)); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_df");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = sb.length() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never df"); break; } Thread.sleep(2); }
  sum += d_df;
  t.join(); }
 static int d_obj;
 static void p_obj() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); Object o = sb;
  synchronized (L) { boolean b0 = o.toString().length() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_obj = 42;
   synchronized (L) { sb.append(1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_obj");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.toString().length() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never obj"); break; } Thread.sleep(2); }
  sum += d_obj;
  t.join(); }
 static int d_ceq;
 static void p_ceq() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = "q".contentEquals(sb); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_ceq = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ceq");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = "q".contentEquals(sb); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never ceq"); break; } Thread.sleep(2); }
  sum += d_ceq;
  t.join(); }
 static int d_pat;
 static void p_pat() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); Pattern p = Pattern.compile("q");
  synchronized (L) { boolean b0 = p.matcher(sb).matches(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_pat = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pat");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = p.matcher(sb).matches(); }
   if (b) break; if (k > 3000) { System.out.println("never pat"); break; } Thread.sleep(2); }
  sum += d_pat;
  t.join(); }
 static int d_pat2;
 static void p_pat2() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder(); Predicate<CharSequence> p = s -> s.length() == 1;
  L.lock(); try { boolean b0 = p.test(sb); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_pat2 = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pat2");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = p.test(sb); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never pat2"); break; } Thread.sleep(2); }
  sum += d_pat2;
  t.join(); }
 static int d_app;
 static void p_app() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); Appendable o = sb;
  synchronized (L) { boolean b0 = sb.length() > 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_app = 42;
   synchronized (L) { o.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_app");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = sb.length() > 0; }
   if (b) break; if (k > 3000) { System.out.println("never app"); break; } Thread.sleep(2); }
  sum += d_app;
  t.join(); }
 static int d_cs;
 static void p_cs() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder(); CharSequence o = sb;
  L.lock(); try { boolean b0 = o.length() > 0; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_cs = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cs");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = o.length() > 0; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never cs"); break; } Thread.sleep(2); }
  sum += d_cs;
  t.join(); }
 static int d_cons;
 static void p_cons() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); Consumer<String> o = sb::append;
  synchronized (L) { boolean b0 = sb.length() > 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cons = 42;
   synchronized (L) { o.accept("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cons");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = sb.length() > 0; }
   if (b) break; if (k > 3000) { System.out.println("never cons"); break; } Thread.sleep(2); }
  sum += d_cons;
  t.join(); }
 static int d_sup;
 static void p_sup() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder(); IntSupplier o = sb::length;
  L.lock(); try { boolean b0 = o.getAsInt() > 0; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sup = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sup");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = o.getAsInt() > 0; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sup"); break; } Thread.sleep(2); }
  sum += d_sup;
  t.join(); }
 static int d_concat;
 static void p_concat() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = ("a" + sb).equals("aq"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_concat = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_concat");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = ("a" + sb).equals("aq"); }
   if (b) break; if (k > 3000) { System.out.println("never concat"); break; } Thread.sleep(2); }
  sum += d_concat;
  t.join(); }
 static int d_sfmt;
 static void p_sfmt() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = String.format("%s", sb).equals("q"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sfmt = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sfmt");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = String.format("%s", sb).equals("q"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sfmt"); break; } Thread.sleep(2); }
  sum += d_sfmt;
  t.join(); }
 static int d_svo;
 static void p_svo() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = String.valueOf(sb).equals("q"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_svo = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_svo");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = String.valueOf(sb).equals("q"); }
   if (b) break; if (k > 3000) { System.out.println("never svo"); break; } Thread.sleep(2); }
  sum += d_svo;
  t.join(); }
 static int d_sb2;
 static void p_sb2() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = new StringBuilder().append(sb).toString().equals("q"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sb2 = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sb2");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = new StringBuilder().append(sb).toString().equals("q"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sb2"); break; } Thread.sleep(2); }
  sum += d_sb2;
  t.join(); }
 static int d_sb3;
 static void p_sb3() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = new StringBuilder(sb).length() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sb3 = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sb3");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new StringBuilder(sb).length() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never sb3"); break; } Thread.sleep(2); }
  sum += d_sb3;
  t.join(); }
 static int d_sb4;
 static void p_sb4() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = sb.compareTo(new StringBuilder("q")) == 0; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_sb4 = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sb4");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = sb.compareTo(new StringBuilder("q")) == 0; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never sb4"); break; } Thread.sleep(2); }
  sum += d_sb4;
  t.join(); }
 static int d_sb5;
 static void p_sb5() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = new StringBuilder("q").compareTo(sb) == 0; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sb5 = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sb5");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new StringBuilder("q").compareTo(sb) == 0; }
   if (b) break; if (k > 3000) { System.out.println("never sb5"); break; } Thread.sleep(2); }
  sum += d_sb5;
  t.join(); }
 static int d_oto;
 static void p_oto() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = Objects.toString(sb).equals("q"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_oto = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_oto");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = Objects.toString(sb).equals("q"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never oto"); break; } Thread.sleep(2); }
  sum += d_oto;
  t.join(); }
 static int d_opt;
 static void p_opt() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); Optional<StringBuilder> o = Optional.of(sb);
  synchronized (L) { boolean b0 = o.toString().equals("Optional[q]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_opt = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_opt");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.toString().equals("Optional[q]"); }
   if (b) break; if (k > 3000) { System.out.println("never opt"); break; } Thread.sleep(2); }
  sum += d_opt;
  t.join(); }
 static int d_rec;
 static void p_rec() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder(); Rec o = new Rec(sb);
  L.lock(); try { boolean b0 = o.toString().contains("q"); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_rec = 42;
   L.lock(); try { sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_rec");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = o.toString().contains("q"); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never rec"); break; } Thread.sleep(2); }
  sum += d_rec;
  t.join(); }
 static int d_join;
 static void p_join() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = String.join(",", sb, "x").equals("q,x"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_join = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_join");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = String.join(",", sb, "x").equals("q,x"); }
   if (b) break; if (k > 3000) { System.out.println("never join"); break; } Thread.sleep(2); }
  sum += d_join;
  t.join(); }
 static int d_cont;
 static void p_cont() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder("zz");
  L.lock(); try { boolean b0 = "q".contains(sb); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_cont = 42;
   L.lock(); try { sb.setLength(0); sb.append("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cont");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = "q".contains(sb); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never cont"); break; } Thread.sleep(2); }
  sum += d_cont;
  t.join(); }
 static int d_list;
 static void p_list() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); List<StringBuilder> l = List.of(sb);
  synchronized (L) { boolean b0 = l.toString().equals("[q]"); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_list = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_list");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = l.toString().equals("[q]"); }
   if (b) break; if (k > 3000) { System.out.println("never list"); break; } Thread.sleep(2); }
  sum += d_list;
  t.join(); }
 static int d_strm;
 static void p_strm() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = sb.length() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_strm = 42;
   L.lock(); try { Stream.of(1).forEach(sb::append); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_strm");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = sb.length() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never strm"); break; } Thread.sleep(2); }
  sum += d_strm;
  t.join(); }
 static int d_strm2;
 static void p_strm2() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder();
  synchronized (L) { boolean b0 = sb.chars().count() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_strm2 = 42;
   synchronized (L) { sb.append("q"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_strm2");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = sb.chars().count() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never strm2"); break; } Thread.sleep(2); }
  sum += d_strm2;
  t.join(); }
 static int d_fe;
 static void p_fe() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringBuilder sb = new StringBuilder();
  L.lock(); try { boolean b0 = sb.length() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_fe = 42;
   L.lock(); try { List.of("a").forEach(sb::append); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_fe");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = sb.length() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never fe"); break; } Thread.sleep(2); }
  sum += d_fe;
  t.join(); }
 static int d_cb;
 static void p_cb() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder("a"); CharBuffer cb = CharBuffer.wrap(sb);
  synchronized (L) { boolean b0 = cb.get(0) == 'q'; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_cb = 42;
   synchronized (L) { sb.setCharAt(0, 'q'); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_cb");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = cb.get(0) == 'q'; }
   if (b) break; if (k > 3000) { System.out.println("never cb"); break; } Thread.sleep(2); }
  sum += d_cb;
  t.join(); }
 static int d_swb;
 static void p_swb() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringWriter sw = new StringWriter(); StringBuffer sb = sw.getBuffer();
  L.lock(); try { boolean b0 = sb.length() == 1; if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_swb = 42;
   L.lock(); try { sw.write("q"); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_swb");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = sb.length() == 1; } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never swb"); break; } Thread.sleep(2); }
  sum += d_swb;
  t.join(); }
 static int d_gcal;
 static void p_gcal() throws Throwable {
  final Object L = new Object();
  GregorianCalendar g = new GregorianCalendar(); g.setTimeInMillis(0); Calendar h = (Calendar) g.clone();
  synchronized (L) { boolean b0 = h.before(g); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_gcal = 42;
   synchronized (L) { g.setTimeInMillis(5000); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_gcal");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = h.before(g); }
   if (b) break; if (k > 3000) { System.out.println("never gcal"); break; } Thread.sleep(2); }
  sum += d_gcal;
  t.join(); }
 static int d_date;
 static void p_date() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  Date g = new Date(0), h = new Date(500);
  L.lock(); try { boolean b0 = h.before(g); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_date = 42;
   L.lock(); try { g.setTime(1000); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_date");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = h.before(g); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never date"); break; } Thread.sleep(2); }
  sum += d_date;
  t.join(); }
 static int d_sdf;
 static void p_sdf() throws Throwable {
  final Object L = new Object();
  Date g = new Date(0); SimpleDateFormat f = new SimpleDateFormat("yyyy");
  synchronized (L) { boolean b0 = f.format(g).length() > 4; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_sdf = 42;
   synchronized (L) { g.setTime(1L << 50); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sdf");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = f.format(g).length() > 4; }
   if (b) break; if (k > 3000) { System.out.println("never sdf"); break; } Thread.sleep(2); }
  sum += d_sdf;
  t.join(); }
 static int d_iter;
 static void p_iter() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  List<String> l = new ArrayList<>(List.of("a", "b")); Iterator<String> it = l.iterator();
  L.lock(); try { boolean b0 = !it.hasNext(); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_iter = 42;
   L.lock(); try { it.next(); it.next(); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_iter");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = !it.hasNext(); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never iter"); break; } Thread.sleep(2); }
  sum += d_iter;
  t.join(); }
 static int d_enu;
 static void p_enu() throws Throwable {
  final Object L = new Object();
  List<String> l = new ArrayList<>(List.of("a")); Enumeration<String> it = Collections.enumeration(l);
  synchronized (L) { boolean b0 = !it.hasMoreElements(); if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_enu = 42;
   synchronized (L) { it.nextElement(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_enu");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = !it.hasMoreElements(); }
   if (b) break; if (k > 3000) { System.out.println("never enu"); break; } Thread.sleep(2); }
  sum += d_enu;
  t.join(); }
 static int d_si;
 static void p_si() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  Iterator<Integer> it = Stream.of(1).iterator();
  L.lock(); try { boolean b0 = !it.hasNext(); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_si = 42;
   L.lock(); try { it.next(); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_si");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = !it.hasNext(); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never si"); break; } Thread.sleep(2); }
  sum += d_si;
  t.join(); }
 static int d_asc;
 static void p_asc() throws Throwable {
  final Object L = new Object();
  StringBuilder sb = new StringBuilder(); Formatter f = new Formatter(sb);
  synchronized (L) { boolean b0 = f.toString().length() == 1; if (b0) throw new Error(); }
  Thread t = new Thread(() -> { try {
   d_asc = 42;
   synchronized (L) { sb.append(1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_asc");
  t.start();
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = f.toString().length() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never asc"); break; } Thread.sleep(2); }
  sum += d_asc;
  t.join(); }
 static int d_scan;
 static void p_scan() throws Throwable {
  final ReentrantLock L = new ReentrantLock();
  StringReader sr = new StringReader("a b"); Scanner f = new Scanner(sr);
  L.lock(); try { boolean b0 = !f.hasNext(); if (b0) throw new Error(); } finally { L.unlock(); }
  Thread t = new Thread(() -> { try {
   d_scan = 42;
   L.lock(); try { f.next(); f.next(); } finally { L.unlock(); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_scan");
  t.start();
  for (int k = 0;; k++) { boolean b; L.lock(); try { b = !f.hasNext(); } finally { L.unlock(); }
   if (b) break; if (k > 3000) { System.out.println("never scan"); break; } Thread.sleep(2); }
  sum += d_scan;
  t.join(); }
 public static void main(String[] a) throws Throwable {
  p_dup();
  p_slice();
  p_asint();
  p_ro();
  p_fmt();
  p_mat();
  p_pw();
  p_dos();
  p_caw();
  p_df();
  p_obj();
  p_ceq();
  p_pat();
  p_pat2();
  p_app();
  p_cs();
  p_cons();
  p_sup();
  p_concat();
  p_sfmt();
  p_svo();
  p_sb2();
  p_sb3();
  p_sb4();
  p_sb5();
  p_oto();
  p_opt();
  p_rec();
  p_join();
  p_cont();
  p_list();
  p_strm();
  p_strm2();
  p_fe();
  p_cb();
  p_swb();
  p_gcal();
  p_date();
  p_sdf();
  p_iter();
  p_enu();
  p_si();
  p_asc();
  p_scan();
  System.out.println(sum);
 }
}
