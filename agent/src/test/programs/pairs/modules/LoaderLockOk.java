// mechanism: a ClassLoader that is not parallel capable runs findClass under its own monitor
class Ld extends ClassLoader {
  int finds;
  @Override protected Class<?> findClass(String n) throws ClassNotFoundException {
    finds++;
    throw new ClassNotFoundException(n);
  }
}

public class LoaderLockOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static void look(Ld l, String pre) {
    for (int i = 0; i < 30; i++) {
      try { l.loadClass(pre + i); throw new IllegalStateException(); } catch (ClassNotFoundException e) { }
    }
  }
  public static void main(String[] args) throws Exception {
    Ld l = new Ld();
    Thread a = go(() -> look(l, "pair.A"));
    Thread b = go(() -> look(l, "pair.B"));
    a.join();
    b.join();
    System.out.println("finds=" + l.finds);
  }
}
