// mechanism: javax.security.auth.Subject.setReadOnly/isReadOnly (volatile flag, actual behaviour)
import javax.security.auth.Subject;

class Cred {
  int token;
}

public class SubjectRoOk {
  static final int N = 30;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Subject[] sub = new Subject[N];
    Cred[] cred = new Cred[N];
    for (int i = 0; i < N; i++) { sub[i] = new Subject(); cred[i] = new Cred(); }
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        cred[i].token = i;
        sub[i].setReadOnly();
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; i++) {
        while (!sub[i].isReadOnly()) Thread.yield();
        sum[0] += cred[i].token;
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
