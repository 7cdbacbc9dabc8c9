// ordered by the monitor of a class that is loaded while the loader is asked for a class file
import java.io.*;
import java.util.*;
public class NestedLoadOk {
  static class Index {
    private static int gate;
    static synchronized void open() { gate = 1; }
    static synchronized boolean isOpen() { return gate == 1; }
    static volatile int flag;
  }
  static class Loader extends ClassLoader {
    Loader(ClassLoader parent) { super(parent); }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.endsWith("Job") && !name.endsWith("Base")) return super.loadClass(name, resolve);
      Class<?> known = findLoadedClass(name);
      if (known != null) return known;
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] b = in.readAllBytes();
        return defineClass(name, b, 0, b.length);
      } catch (IOException e) { throw new ClassNotFoundException(name, e); }
    }
    @Override public InputStream getResourceAsStream(String name) {
      if (Index.flag > 5) throw new IllegalStateException();
      return super.getResourceAsStream(name);
    }
  }
  public static class Base implements Serializable { int x; }
  public static class Job extends Base implements Runnable { public void run() { x++; } }
  static int data;
  public static void main(String[] args) throws Exception {
    Class<?> job = new Loader(NestedLoadOk.class.getClassLoader()).loadClass("NestedLoadOk$Job");
    ((Runnable) job.getConstructor().newInstance()).run();
    Thread a = new Thread(() -> { data = 42; Index.open(); });
    Thread b = new Thread(() -> { while (!Index.isOpen()) { Thread.onSpinWait(); } data++; });
    b.start(); a.start(); a.join(); b.join();
    System.out.println("done");
  }
}
