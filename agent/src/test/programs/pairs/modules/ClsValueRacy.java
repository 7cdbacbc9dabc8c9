// race: Info.hits
class Info {
  int len;
  int hits;
}

public class ClsValueRacy {
  static final Class<?>[] CS = {String.class, Integer.class, Long.class, Object.class, Thread.class, Math.class};
  static final ClassValue<Info> CV = new ClassValue<>() {
    @Override protected Info computeValue(Class<?> c) {
      Info i = new Info();
      i.len = c.getName().length();
      return i;
    }
  };
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static int use() {
    int s = 0;
    for (int k = 0; k < 20; k++)
      for (Class<?> c : CS) {
        Info i = CV.get(c);
        s += i.len;
        i.hits++;
      }
    return s;
  }
  public static void main(String[] args) throws Exception {
    int[] s = new int[2];
    Thread a = go(() -> s[0] = use());
    Thread b = go(() -> s[1] = use());
    a.join();
    b.join();
    System.out.println(s[0] + " " + s[1]);
  }
}
