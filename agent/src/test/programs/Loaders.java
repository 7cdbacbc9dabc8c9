import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Classes of one name in several loaders, which do not ask their parents first. There is one race,
 * on {@code Real.value}; what else looks like one is two variables, or ordered.
 */
public class Loaders {
  /** Defines the nested classes anew, though the parent has them and gives out their files. */
  static final class ChildFirst extends ClassLoader {
    ChildFirst() {
      super(Loaders.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith("Loaders$")) {
          return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        try (InputStream in = getResourceAsStream(name + ".class")) {
          byte[] file = in.readAllBytes();
          return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }

  static class Counter {
    static int count;
    static int[] cells;

    static {
      cells = new int[] {1};
    }

    static void more() {
      count++;
    }
  }

  /** One in each loader: no variable is shared. */
  static class Count implements Runnable {
    @Override
    public void run() {
      Counter.count++;
      Counter.more();
      Counter.cells = new int[] {Counter.cells[0] + Counter.count};
    }
  }

  static class Config {
    static final Map<String, String> VALUES = new HashMap<>();

    static {
      VALUES.put("key", "value");
    }
  }

  /** The initialiser of a class is over when another thread uses it. */
  static class Configured implements Runnable {
    @Override
    public void run() {
      if (!Config.VALUES.get("key").equals("value")) {
        throw new AssertionError();
      }
    }
  }

  static class Gate {
    static volatile boolean open;
    static int payload;
    static final Gate INSTANCE = new Gate();

    volatile boolean full;
    int content;

    static boolean isOpen() {
      return open;
    }

    boolean isFull() {
      return full;
    }
  }

  /** Volatile fields, written from outside of their class and read from inside. */
  static class Fill implements Runnable {
    @Override
    public void run() {
      Gate.payload = 1;
      Gate.open = true;
      Gate.INSTANCE.content = 2;
      Gate.INSTANCE.full = true;
    }
  }

  static class Drain implements Runnable {
    @Override
    public void run() {
      while (!Gate.isOpen()) {
        Thread.onSpinWait();
      }
      int sum = Gate.payload;
      while (!Gate.INSTANCE.isFull()) {
        Thread.onSpinWait();
      }
      sum += Gate.INSTANCE.content;
      if (sum != 3) {
        throw new AssertionError();
      }
    }
  }

  static class Real {
    static int value;

    static void set() {
      value = 1;
    }
  }

  static class SetInside implements Runnable {
    @Override
    public void run() {
      Real.set();
    }
  }

  static class SetOutside implements Runnable {
    @Override
    public void run() {
      Real.value = 2;
    }
  }

  public static void main(String[] args) throws Exception {
    both(task(new ChildFirst(), "Count"), task(new ChildFirst(), "Count"));
    ClassLoader one = new ChildFirst();
    both(task(one, "Configured"), task(one, "Configured"));
    both(task(one, "Fill"), task(one, "Drain"));
    Class.forName("Loaders$Real", true, one); // its loading takes locks, which would order the two
    both(task(one, "SetInside"), task(one, "SetOutside"));
    // A loader that is gone must not give its number to the next one.
    both(task(collected(), "Count"), task(new ChildFirst(), "Count"));
    System.out.println("done");
  }

  private static ClassLoader collected() throws Exception {
    task(new ChildFirst(), "Count").run();
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(10);
    }
    return new ChildFirst();
  }

  private static Runnable task(ClassLoader loader, String name) throws Exception {
    var constructor = Class.forName("Loaders$" + name, true, loader).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (Runnable) constructor.newInstance();
  }

  private static void both(Runnable first, Runnable second) throws InterruptedException {
    Thread a = new Thread(first);
    Thread b = new Thread(second);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
