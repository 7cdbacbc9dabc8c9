// mechanism: sun.misc.Unsafe compareAndSwapInt spin lock released by putOrderedInt
import java.lang.reflect.Field;
import sun.misc.Unsafe;

@SuppressWarnings({"removal", "deprecation"})
public class UnsafeLockOk {
  volatile int lock;
  static int shared;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Field f = Unsafe.class.getDeclaredField("theUnsafe");
    f.setAccessible(true);
    Unsafe u = (Unsafe) f.get(null);
    long off = u.objectFieldOffset(UnsafeLockOk.class.getDeclaredField("lock"));
    UnsafeLockOk o = new UnsafeLockOk();
    Thread a = go(() -> {
      for (int i = 0; i < 100; i++) {
        while (!u.compareAndSwapInt(o, off, 0, 1)) Thread.yield();
        shared++;
        u.putOrderedInt(o, off, 0);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < 100; i++) {
        while (!u.compareAndSwapInt(o, off, 0, 1)) Thread.yield();
        shared++;
        u.putOrderedInt(o, off, 0);
      }
    });
    a.join();
    b.join();
    System.out.println("shared=" + shared);
  }
}
