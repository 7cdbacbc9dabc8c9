// mechanism: Throwable.initCause/getCause are synchronized on the throwable
@SuppressWarnings("serial")
class Fail extends RuntimeException {
  int code;
}

public class ThrowCauseOk {
  static final int N = 50;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Fail[] f = new Fail[N];
    for (int i = 0; i < N; i++) f[i] = new Fail();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Fail c = new Fail();
        c.code = i;
        f[i].initCause(c);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; i++) {
        Throwable c;
        while ((c = f[i].getCause()) == null) Thread.yield();
        sum[0] += ((Fail) c).code;
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
