import java.io.*;
import java.util.*;
import java.util.function.*;

/** Code of every shape; prints the same with and without the agent. */
public class Oddities {
  interface Shape { double area(); default String kind() { return "shape " + count++; } static int twice(int n) { return 2 * n; } int ZERO = Integer.parseInt("0"); }
  static int count;
  enum Colour implements Shape { RED { public double area() { return 1; } }, GREEN { public double area() { return 2; } }; int uses; static final Map<String, Colour> BY_NAME = new HashMap<>(); static { for (Colour c : values()) BY_NAME.put(c.name(), c); } }
  record Point(int x, long y, String name) implements Comparable<Point>, Serializable { Point { if (x < 0) throw new IllegalArgumentException("negative"); } public int compareTo(Point o) { return Integer.compare(x, o.x); } }
  static class Base { int a = 1; protected long b; Base(int n) { b = n + hook(); } int hook() { return a; } }
  class Inner extends Base { int c; final int d; Inner(int n) { super(n > 0 ? new int[] {n, Oddities.this.field}[0] : Shape.twice(n)); c = n; d = c + Oddities.this.field; } @Override int hook() { return c + 5; } }
  static class Plain implements Serializable, Cloneable { int n; transient int t; double[] values = {1.5, 2.5}; @Override public Plain clone() { try { Plain p = (Plain) super.clone(); p.values = values.clone(); p.n++; return p; } catch (CloneNotSupportedException e) { throw new AssertionError(e); } } }
  static class Wrapped extends RuntimeException { final int depth; Wrapped(Exception e) { super(e.getMessage() + "!", e); depth = e.getSuppressed().length; } }
  static class Sub extends Plain { String s = "s"; }
  int field = 7;
  static long wide; static double real; volatile long vwide; float f; short sh; byte by; char ch; boolean bo;
  static synchronized int staticSync(int n) { if (n > 2) throw new IllegalStateException("n"); return n; }
  synchronized long instanceSync(long n) throws IOException { if (n == 3) throw new IOException("three"); for (int i = 0; i < 3; i++) { if (i == n) return i; } return -1; }
  static int nested(Object a, Object b) { synchronized (a) { synchronized (b) { while (true) { synchronized (a) { if (a != b) return 1; else break; } } } } return 2; }
  static String pattern(Object o) { if (o instanceof String s && s.length() > 1) return "S" + s; if (o instanceof Integer i) return switch (i) { case 1 -> "one"; case 2, 3 -> "few"; default -> "many"; }; return switch (String.valueOf(o)) { case "x" -> "ex"; case "null" -> "nil"; default -> "other"; }; }
  static int finallyReturn(int[] a, int i) { try { return a[i]++; } catch (ArrayIndexOutOfBoundsException e) { return -1; } finally { count++; } }
  static <T extends Comparable<T>> T max(List<T> list) { T m = list.get(0); for (T t : list) if (t.compareTo(m) > 0) m = t; return m; }
  public static void main(String[] args) throws Exception {
    Oddities o = new Oddities();
    Inner in = o.new Inner(4);
    System.out.println(in.a + " " + in.b + " " + in.c + " " + in.d);
    System.out.println(Colour.BY_NAME.get("RED").area() + Colour.GREEN.kind() + ++Colour.RED.uses + Shape.ZERO);
    try { new Point(-1, 2, "p"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    System.out.println(max(List.of(new Point(1, 2L, "a"), new Point(5, 3L, "b"))) + " " + new Point(1, 1, "q").equals(new Point(1, 1, "q")));
    System.out.println(new Wrapped(new IOException("io")).getMessage());
    try { staticSync(5); } catch (IllegalStateException e) { System.out.println("sync " + e.getMessage() + Thread.holdsLock(Oddities.class)); }
    for (int i = 0; i < 5; i++) { try { System.out.print(o.instanceSync(i) + " "); } catch (IOException e) { System.out.print(e.getMessage() + Thread.holdsLock(o) + " "); } }
    System.out.println(nested(o, "b") + nested(o, o));
    System.out.println(pattern("hello") + pattern(2) + pattern(9) + pattern('x') + pattern(null));
    int[] a = {1, 2, 3};
    System.out.println(finallyReturn(a, 1) + " " + finallyReturn(a, 7) + " " + a[1] + " " + count);
    try { Object[] objects = new String[1]; objects[0] = 1; } catch (ArrayStoreException e) { System.out.println("store " + e.getMessage()); }
    try { int[] none = null; none[0] = 1; } catch (NullPointerException e) { System.out.println("null " + e.getStackTrace()[0].getMethodName()); }
    try { Oddities none = null; none.field++; } catch (NullPointerException e) { System.out.println("null " + e.getMessage()); }
    try { Object none = null; synchronized (none) { count++; } } catch (NullPointerException e) { System.out.println("null monitor"); }
    try { o.notify(); } catch (IllegalMonitorStateException e) { System.out.println("not owner"); }
    try { o.wait(1); } catch (IllegalMonitorStateException e) { System.out.println("not owner"); }
    synchronized (o) { o.wait(1); o.wait(0, 1000); o.notifyAll(); }
    wide += 5; wide <<= 3; real = wide / 2.0; o.vwide -= 3; o.f += 1.5f; o.sh++; o.by--; o.ch += 'a'; o.bo |= true;
    System.out.println(wide + " " + real + " " + o.vwide + " " + o.f + " " + o.sh + " " + o.by + " " + o.ch + " " + o.bo);
    long[][] grid = new long[3][4]; grid[1][2] = 9; grid[1][2]++; byte[] bytes = {1, 2}; bytes[0] += 300; boolean[] flags = new boolean[2]; flags[1] ^= true; char[] cs = "abc".toCharArray(); cs[1]++; float[] fs = {1f}; fs[0] *= 2; double[] ds = {2}; ds[0] /= 4; short[] ss = {7}; ss[0]--;
    System.out.println(grid[1][2] + " " + bytes[0] + flags[1] + cs[1] + fs[0] + ds[0] + ss[0]);
    Supplier<Integer> lambda = () -> o.field + a[0]; Function<Integer, Integer> ref = Shape::twice; BiFunction<Integer, Integer, Integer> sum = Integer::sum;
    System.out.println(lambda.get() + ref.apply(4) + sum.apply(1, 2) + ((IntSupplier & Serializable) () -> 3).getAsInt());
    Sub sub = new Sub(); sub.n = 3; sub.t = 9;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ObjectOutputStream oo = new ObjectOutputStream(out)) { oo.writeObject(sub); oo.writeObject(new Point(1, 2, "z")); oo.writeObject(Colour.GREEN); }
    try (ObjectInputStream oi = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) { Sub back = (Sub) oi.readObject(); System.out.println(back.n + back.s + back.t + back.values[1] + oi.readObject() + oi.readObject()); }
    System.out.println(ObjectStreamClass.lookup(Plain.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Sub.class).getSerialVersionUID() + " " + out.size());
    Plain copy = sub.clone(); copy.n += 10; System.out.println(sub.n + " " + copy.n + " " + copy.values[0]);
    StringBuilder fields = new StringBuilder(); for (var f : Plain.class.getDeclaredFields()) if (!f.isSynthetic() && !f.getName().equals("serialVersionUID")) fields.append(f.getName()).append(' '); System.out.println(fields);
    System.out.println(java.lang.reflect.Modifier.isSynchronized(Oddities.class.getDeclaredMethod("staticSync", int.class).getModifiers()));
    Thread t = new Thread(() -> { throw new IllegalStateException("in thread"); }); t.setUncaughtExceptionHandler((th, e) -> System.out.println("caught " + e.getMessage())); t.start(); t.join();
    try { deep(0); } catch (StackOverflowError e) { System.out.println("overflow " + (depth > 100)); }
    System.out.println(o.field + depth % 1);
    System.exit(3);
  }
  static int depth;
  static int deep(int n) { depth = n; return deep(n + 1) + 1; }
}
