import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.lang.reflect.*; import java.text.*; import java.util.regex.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class ArrayFirstOk {
 static int sum;
 static int wr(ByteArrayOutputStream b, byte[] o) { b.reset(); b.write(o, 0, 4); return b.toByteArray()[0]; }
 static String ca(String[] o) { ArrayList<String> l = new ArrayList<>(); Collections.addAll(l, o); return l.get(0); }

 static int d_getchars;
 static void p_getchars() throws Throwable {
  final Object L = new Object();
  char[] o = new char[4];
  Thread t = new Thread(() -> { try {
   d_getchars = 42;
   synchronized (L) { "abcd".getChars(0, 4, o, 0); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_getchars");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 'a'; }
   if (b) break; if (k > 3000) { System.out.println("never getchars"); break; } Thread.sleep(2); }
  sum += d_getchars;
  t.join(); }
 static int d_inread;
 static void p_inread() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[4];
  Thread t = new Thread(() -> { try {
   d_inread = 42;
   synchronized (L) { new ByteArrayInputStream(new byte[] { 1, 2 }).read(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_inread");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 1; }
   if (b) break; if (k > 3000) { System.out.println("never inread"); break; } Thread.sleep(2); }
  sum += d_inread;
  t.join(); }
 static int d_inread2;
 static void p_inread2() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[4];
  Thread t = new Thread(() -> { try {
   d_inread2 = 42;
   synchronized (L) { new DataInputStream(new ByteArrayInputStream(new byte[] { 1, 2, 3, 4 })).readFully(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_inread2");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 1; }
   if (b) break; if (k > 3000) { System.out.println("never inread2"); break; } Thread.sleep(2); }
  sum += d_inread2;
  t.join(); }
 static int d_bbget;
 static void p_bbget() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[4];
  Thread t = new Thread(() -> { try {
   d_bbget = 42;
   synchronized (L) { ByteBuffer.wrap(new byte[] { 1, 2, 3, 4 }).get(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_bbget");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 1; }
   if (b) break; if (k > 3000) { System.out.println("never bbget"); break; } Thread.sleep(2); }
  sum += d_bbget;
  t.join(); }
 static int d_rnd;
 static void p_rnd() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[4];
  Thread t = new Thread(() -> { try {
   d_rnd = 42;
   synchronized (L) { new Random(1).nextBytes(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_rnd");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never rnd"); break; } Thread.sleep(2); }
  sum += d_rnd;
  t.join(); }
 static int d_fill;
 static void p_fill() throws Throwable {
  final Object L = new Object();
  int[] o = new int[4];
  Thread t = new Thread(() -> { try {
   d_fill = 42;
   synchronized (L) { Arrays.fill(o, 3); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_fill");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never fill"); break; } Thread.sleep(2); }
  sum += d_fill;
  t.join(); }
 static int d_setall;
 static void p_setall() throws Throwable {
  final Object L = new Object();
  int[] o = new int[4];
  Thread t = new Thread(() -> { try {
   d_setall = 42;
   synchronized (L) { Arrays.setAll(o, i -> 3); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_setall");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never setall"); break; } Thread.sleep(2); }
  sum += d_setall;
  t.join(); }
 static int d_psetall;
 static void p_psetall() throws Throwable {
  final Object L = new Object();
  int[] o = new int[4];
  Thread t = new Thread(() -> { try {
   d_psetall = 42;
   synchronized (L) { Arrays.parallelSetAll(o, i -> 3); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_psetall");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never psetall"); break; } Thread.sleep(2); }
  sum += d_psetall;
  t.join(); }
 static int d_acopy;
 static void p_acopy() throws Throwable {
  final Object L = new Object();
  int[] o = new int[4];
  Thread t = new Thread(() -> { try {
   d_acopy = 42;
   synchronized (L) { System.arraycopy(new int[] { 1, 2, 3 }, 0, o, 0, 3); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_acopy");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never acopy"); break; } Thread.sleep(2); }
  sum += d_acopy;
  t.join(); }
 static int d_acopyo;
 static void p_acopyo() throws Throwable {
  final Object L = new Object();
  Object[] o = new Object[4];
  Thread t = new Thread(() -> { try {
   d_acopyo = 42;
   synchronized (L) { System.arraycopy(new String[] { "1" }, 0, o, 0, 1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_acopyo");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != null; }
   if (b) break; if (k > 3000) { System.out.println("never acopyo"); break; } Thread.sleep(2); }
  sum += d_acopyo;
  t.join(); }
 static int d_toarr;
 static void p_toarr() throws Throwable {
  final Object L = new Object();
  String[] o = new String[4];
  Thread t = new Thread(() -> { try {
   d_toarr = 42;
   synchronized (L) { List.of("a").toArray(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_toarr");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != null; }
   if (b) break; if (k > 3000) { System.out.println("never toarr"); break; } Thread.sleep(2); }
  sum += d_toarr;
  t.join(); }
 static int d_toarr2;
 static void p_toarr2() throws Throwable {
  final Object L = new Object();
  String[] o = new String[4];
  Thread t = new Thread(() -> { try {
   d_toarr2 = 42;
   synchronized (L) { new Vector<>(List.of("a")).copyInto(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_toarr2");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != null; }
   if (b) break; if (k > 3000) { System.out.println("never toarr2"); break; } Thread.sleep(2); }
  sum += d_toarr2;
  t.join(); }
 static int d_digest;
 static void p_digest() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[20];
  Thread t = new Thread(() -> { try {
   d_digest = 42;
   synchronized (L) { java.security.MessageDigest.getInstance("MD5").digest(o, 0, 20); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_digest");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never digest"); break; } Thread.sleep(2); }
  sum += d_digest;
  t.join(); }
 static int d_infl;
 static void p_infl() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[20];
  Thread t = new Thread(() -> { try {
   d_infl = 42;
   synchronized (L) { java.util.zip.Deflater f = new java.util.zip.Deflater(); f.setInput(new byte[] { 1 }); f.finish(); f.deflate(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_infl");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never infl"); break; } Thread.sleep(2); }
  sum += d_infl;
  t.join(); }
 static int d_rdr;
 static void p_rdr() throws Throwable {
  final Object L = new Object();
  char[] o = new char[4];
  Thread t = new Thread(() -> { try {
   d_rdr = 42;
   synchronized (L) { new StringReader("abcd").read(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_rdr");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 'a'; }
   if (b) break; if (k > 3000) { System.out.println("never rdr"); break; } Thread.sleep(2); }
  sum += d_rdr;
  t.join(); }
 static int d_sbg;
 static void p_sbg() throws Throwable {
  final Object L = new Object();
  char[] o = new char[4];
  Thread t = new Thread(() -> { try {
   d_sbg = 42;
   synchronized (L) { new StringBuilder("abcd").getChars(0, 4, o, 0); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sbg");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 'a'; }
   if (b) break; if (k > 3000) { System.out.println("never sbg"); break; } Thread.sleep(2); }
  sum += d_sbg;
  t.join(); }
 static int d_scp;
 static void p_scp() throws Throwable {
  final Object L = new Object();
  String[] o = new String[4];
  Thread t = new Thread(() -> { try {
   d_scp = 42;
   synchronized (L) { Thread.enumerate(new Thread[9]); Collections.list(Collections.enumeration(List.of("a"))).toArray(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_scp");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != null; }
   if (b) break; if (k > 3000) { System.out.println("never scp"); break; } Thread.sleep(2); }
  sum += d_scp;
  t.join(); }
 static int d_thr;
 static void p_thr() throws Throwable {
  final Object L = new Object();
  Thread[] o = new Thread[40];
  Thread t = new Thread(() -> { try {
   d_thr = 42;
   synchronized (L) { Thread.enumerate(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_thr");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != null; }
   if (b) break; if (k > 3000) { System.out.println("never thr"); break; } Thread.sleep(2); }
  sum += d_thr;
  t.join(); }
 static int d_sort;
 static void p_sort() throws Throwable {
  final Object L = new Object();
  int[] o = { 2, 1 };
  Thread t = new Thread(() -> { try {
   d_sort = 42;
   synchronized (L) { Arrays.sort(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sort");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 1; }
   if (b) break; if (k > 3000) { System.out.println("never sort"); break; } Thread.sleep(2); }
  sum += d_sort;
  t.join(); }
 static int d_psort;
 static void p_psort() throws Throwable {
  final Object L = new Object();
  int[] o = { 2, 1 };
  Thread t = new Thread(() -> { try {
   d_psort = 42;
   synchronized (L) { Arrays.parallelSort(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_psort");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 1; }
   if (b) break; if (k > 3000) { System.out.println("never psort"); break; } Thread.sleep(2); }
  sum += d_psort;
  t.join(); }
 static int d_pref;
 static void p_pref() throws Throwable {
  final Object L = new Object();
  int[] o = { 2, 1 };
  Thread t = new Thread(() -> { try {
   d_pref = 42;
   synchronized (L) { Arrays.parallelPrefix(o, Integer::sum); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_pref");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[1] == 3; }
   if (b) break; if (k > 3000) { System.out.println("never pref"); break; } Thread.sleep(2); }
  sum += d_pref;
  t.join(); }
 static int d_raster;
 static void p_raster() throws Throwable {
  final Object L = new Object();
  int[] o = new int[4];
  Thread t = new Thread(() -> { try {
   d_raster = 42;
   synchronized (L) { java.awt.image.BufferedImage im = new java.awt.image.BufferedImage(2, 2, 1); im.setRGB(0, 0, 0xffffff); im.getRaster().getPixel(0, 0, o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_raster");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 255; }
   if (b) break; if (k > 3000) { System.out.println("never raster"); break; } Thread.sleep(2); }
  sum += d_raster;
  t.join(); }
 static int d_aft;
 static void p_aft() throws Throwable {
  final Object L = new Object();
  double[] o = new double[4];
  Thread t = new Thread(() -> { try {
   d_aft = 42;
   synchronized (L) { new java.awt.geom.AffineTransform(2, 0, 0, 2, 1, 1).getMatrix(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_aft");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] == 2; }
   if (b) break; if (k > 3000) { System.out.println("never aft"); break; } Thread.sleep(2); }
  sum += d_aft;
  t.join(); }
 static int d_arrset;
 static void p_arrset() throws Throwable {
  final Object L = new Object();
  Object[] o = new Object[4];
  Thread t = new Thread(() -> { try {
   d_arrset = 42;
   synchronized (L) { Array.set(o, 0, "x"); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_arrset");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != null; }
   if (b) break; if (k > 3000) { System.out.println("never arrset"); break; } Thread.sleep(2); }
  sum += d_arrset;
  t.join(); }
 static int d_chars;
 static void p_chars() throws Throwable {
  final Object L = new Object();
  CharBuffer cb = CharBuffer.wrap("abcd"); char[] o = new char[4];
  Thread t = new Thread(() -> { try {
   d_chars = 42;
   synchronized (L) { cb.get(o); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_chars");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never chars"); break; } Thread.sleep(2); }
  sum += d_chars;
  t.join(); }
 static int d_gb;
 static void p_gb() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[4];
  Thread t = new Thread(() -> { try {
   d_gb = 42;
   synchronized (L) { "abcd".getBytes(0, 4, o, 0); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_gb");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never gb"); break; } Thread.sleep(2); }
  sum += d_gb;
  t.join(); }
 static int d_strm;
 static void p_strm() throws Throwable {
  final Object L = new Object();
  int[] o = new int[4];
  Thread t = new Thread(() -> { try {
   d_strm = 42;
   synchronized (L) { IntStream.range(0, 4).forEach(i -> o[i] = 1); }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_strm");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o[0] != 0; }
   if (b) break; if (k > 3000) { System.out.println("never strm"); break; } Thread.sleep(2); }
  sum += d_strm;
  t.join(); }
 static int d_big;
 static void p_big() throws Throwable {
  final Object L = new Object();
  byte[] o = new byte[4]; ByteArrayOutputStream bo = new ByteArrayOutputStream();
  Thread t = new Thread(() -> { try {
   d_big = 42;
   synchronized (L) { o[0] = 1; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_big");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = wr(bo, o) == 1; }
   if (b) break; if (k > 3000) { System.out.println("never big"); break; } Thread.sleep(2); }
  sum += d_big;
  t.join(); }
 static int d_streq;
 static void p_streq() throws Throwable {
  final Object L = new Object();
  char[] o = new char[1];
  Thread t = new Thread(() -> { try {
   d_streq = 42;
   synchronized (L) { o[0] = 'a'; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_streq");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new String(o).equals("a"); }
   if (b) break; if (k > 3000) { System.out.println("never streq"); break; } Thread.sleep(2); }
  sum += d_streq;
  t.join(); }
 static int d_valof;
 static void p_valof() throws Throwable {
  final Object L = new Object();
  char[] o = new char[1];
  Thread t = new Thread(() -> { try {
   d_valof = 42;
   synchronized (L) { o[0] = 'a'; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_valof");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = String.valueOf(o).equals("a"); }
   if (b) break; if (k > 3000) { System.out.println("never valof"); break; } Thread.sleep(2); }
  sum += d_valof;
  t.join(); }
 static int d_aeq;
 static void p_aeq() throws Throwable {
  final Object L = new Object();
  int[] o = new int[1];
  Thread t = new Thread(() -> { try {
   d_aeq = 42;
   synchronized (L) { o[0] = 'a'; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_aeq");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.equals(o, new int[] { 'a' }); }
   if (b) break; if (k > 3000) { System.out.println("never aeq"); break; } Thread.sleep(2); }
  sum += d_aeq;
  t.join(); }
 static int d_ahash;
 static void p_ahash() throws Throwable {
  final Object L = new Object();
  int[] o = new int[1];
  Thread t = new Thread(() -> { try {
   d_ahash = 42;
   synchronized (L) { o[0] = 'a'; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_ahash");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.hashCode(o) == Arrays.hashCode(new int[] { 'a' }); }
   if (b) break; if (k > 3000) { System.out.println("never ahash"); break; } Thread.sleep(2); }
  sum += d_ahash;
  t.join(); }
 static int d_astr;
 static void p_astr() throws Throwable {
  final Object L = new Object();
  int[] o = new int[1];
  Thread t = new Thread(() -> { try {
   d_astr = 42;
   synchronized (L) { o[0] = 1; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_astr");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.toString(o).equals("[1]"); }
   if (b) break; if (k > 3000) { System.out.println("never astr"); break; } Thread.sleep(2); }
  sum += d_astr;
  t.join(); }
 static int d_astm;
 static void p_astm() throws Throwable {
  final Object L = new Object();
  int[] o = new int[1];
  Thread t = new Thread(() -> { try {
   d_astm = 42;
   synchronized (L) { o[0] = 1; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_astm");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = IntStream.of(o).sum() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never astm"); break; } Thread.sleep(2); }
  sum += d_astm;
  t.join(); }
 static int d_astm2;
 static void p_astm2() throws Throwable {
  final Object L = new Object();
  int[] o = new int[1];
  Thread t = new Thread(() -> { try {
   d_astm2 = 42;
   synchronized (L) { o[0] = 1; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_astm2");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.stream(o).sum() == 1; }
   if (b) break; if (k > 3000) { System.out.println("never astm2"); break; } Thread.sleep(2); }
  sum += d_astm2;
  t.join(); }
 static int d_aclone;
 static void p_aclone() throws Throwable {
  final Object L = new Object();
  int[] o = new int[1];
  Thread t = new Thread(() -> { try {
   d_aclone = 42;
   synchronized (L) { o[0] = 1; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_aclone");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = o.clone()[0] == 1; }
   if (b) break; if (k > 3000) { System.out.println("never aclone"); break; } Thread.sleep(2); }
  sum += d_aclone;
  t.join(); }
 static int d_acpy;
 static void p_acpy() throws Throwable {
  final Object L = new Object();
  int[] o = new int[1];
  Thread t = new Thread(() -> { try {
   d_acpy = 42;
   synchronized (L) { o[0] = 1; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_acpy");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.copyOf(o, 1)[0] == 1; }
   if (b) break; if (k > 3000) { System.out.println("never acpy"); break; } Thread.sleep(2); }
  sum += d_acpy;
  t.join(); }
 static int d_alist;
 static void p_alist() throws Throwable {
  final Object L = new Object();
  String[] o = new String[1];
  Thread t = new Thread(() -> { try {
   d_alist = 42;
   synchronized (L) { o[0] = "a"; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_alist");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.asList("a").equals(Arrays.asList(o)); }
   if (b) break; if (k > 3000) { System.out.println("never alist"); break; } Thread.sleep(2); }
  sum += d_alist;
  t.join(); }
 static int d_lof;
 static void p_lof() throws Throwable {
  final Object L = new Object();
  String[] o = { "b" };
  Thread t = new Thread(() -> { try {
   d_lof = 42;
   synchronized (L) { o[0] = "a"; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_lof");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = List.of(o).get(0).equals("a"); }
   if (b) break; if (k > 3000) { System.out.println("never lof"); break; } Thread.sleep(2); }
  sum += d_lof;
  t.join(); }
 static int d_varfmt;
 static void p_varfmt() throws Throwable {
  final Object L = new Object();
  Object[] o = { "b" };
  Thread t = new Thread(() -> { try {
   d_varfmt = 42;
   synchronized (L) { o[0] = "a"; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_varfmt");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = String.format("%s", o).equals("a"); }
   if (b) break; if (k > 3000) { System.out.println("never varfmt"); break; } Thread.sleep(2); }
  sum += d_varfmt;
  t.join(); }
 static int d_deep;
 static void p_deep() throws Throwable {
  final Object L = new Object();
  Object[][] o = { { "b" } };
  Thread t = new Thread(() -> { try {
   d_deep = 42;
   synchronized (L) { o[0][0] = "a"; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_deep");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.deepToString(o).equals("[[a]]"); }
   if (b) break; if (k > 3000) { System.out.println("never deep"); break; } Thread.sleep(2); }
  sum += d_deep;
  t.join(); }
 static int d_mism;
 static void p_mism() throws Throwable {
  final Object L = new Object();
  int[] o = { 1, 2 }; int[] q = { 1, 3 };
  Thread t = new Thread(() -> { try {
   d_mism = 42;
   synchronized (L) { o[1] = 3; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_mism");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.mismatch(o, q) < 0; }
   if (b) break; if (k > 3000) { System.out.println("never mism"); break; } Thread.sleep(2); }
  sum += d_mism;
  t.join(); }
 static int d_bsv;
 static void p_bsv() throws Throwable {
  final Object L = new Object();
  long[] o = { 0 };
  Thread t = new Thread(() -> { try {
   d_bsv = 42;
   synchronized (L) { o[0] = 3; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_bsv");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = BitSet.valueOf(o).cardinality() == 2; }
   if (b) break; if (k > 3000) { System.out.println("never bsv"); break; } Thread.sleep(2); }
  sum += d_bsv;
  t.join(); }
 static int d_bigi;
 static void p_bigi() throws Throwable {
  final Object L = new Object();
  byte[] o = { 0 };
  Thread t = new Thread(() -> { try {
   d_bigi = 42;
   synchronized (L) { o[0] = 3; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_bigi");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = new java.math.BigInteger(o).intValue() == 3; }
   if (b) break; if (k > 3000) { System.out.println("never bigi"); break; } Thread.sleep(2); }
  sum += d_bigi;
  t.join(); }
 static int d_strjoin;
 static void p_strjoin() throws Throwable {
  final Object L = new Object();
  String[] o = { "b" };
  Thread t = new Thread(() -> { try {
   d_strjoin = 42;
   synchronized (L) { o[0] = "a"; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_strjoin");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = String.join(",", o).equals("a"); }
   if (b) break; if (k > 3000) { System.out.println("never strjoin"); break; } Thread.sleep(2); }
  sum += d_strjoin;
  t.join(); }
 static int d_bsearch;
 static void p_bsearch() throws Throwable {
  final Object L = new Object();
  int[] o = { 0 };
  Thread t = new Thread(() -> { try {
   d_bsearch = 42;
   synchronized (L) { o[0] = 3; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_bsearch");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Arrays.binarySearch(o, 3) == 0; }
   if (b) break; if (k > 3000) { System.out.println("never bsearch"); break; } Thread.sleep(2); }
  sum += d_bsearch;
  t.join(); }
 static int d_sof;
 static void p_sof() throws Throwable {
  final Object L = new Object();
  String[] o = { "b" };
  Thread t = new Thread(() -> { try {
   d_sof = 42;
   synchronized (L) { o[0] = "a"; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_sof");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = Stream.of(o).anyMatch("a"::equals); }
   if (b) break; if (k > 3000) { System.out.println("never sof"); break; } Thread.sleep(2); }
  sum += d_sof;
  t.join(); }
 static int d_caddall;
 static void p_caddall() throws Throwable {
  final Object L = new Object();
  String[] o = { "b" };
  Thread t = new Thread(() -> { try {
   d_caddall = 42;
   synchronized (L) { o[0] = "a"; }
  } catch (Throwable ex) { ex.printStackTrace(); System.exit(3); } }, "w_caddall");
  t.start();
  Thread.sleep(40);
  for (int k = 0;; k++) { boolean b; synchronized (L) { b = ca(o).equals("a"); }
   if (b) break; if (k > 3000) { System.out.println("never caddall"); break; } Thread.sleep(2); }
  sum += d_caddall;
  t.join(); }
 public static void main(String[] a) throws Throwable {
  p_getchars();
  p_inread();
  p_inread2();
  p_bbget();
  p_rnd();
  p_fill();
  p_setall();
  p_psetall();
  p_acopy();
  p_acopyo();
  p_toarr();
  p_toarr2();
  p_digest();
  p_infl();
  p_rdr();
  p_sbg();
  p_scp();
  p_thr();
  p_sort();
  p_psort();
  p_pref();
  p_raster();
  p_aft();
  p_arrset();
  p_chars();
  p_gb();
  p_strm();
  p_big();
  p_streq();
  p_valof();
  p_aeq();
  p_ahash();
  p_astr();
  p_astm();
  p_astm2();
  p_aclone();
  p_acpy();
  p_alist();
  p_lof();
  p_varfmt();
  p_deep();
  p_mism();
  p_bsv();
  p_bigi();
  p_strjoin();
  p_bsearch();
  p_sof();
  p_caddall();
  System.out.println(sum);
 }
}
