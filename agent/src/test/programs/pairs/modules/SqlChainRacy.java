// race: Ex.code
import java.sql.SQLException;

@SuppressWarnings("serial")
class Ex extends SQLException {
  int code;
}

public class SqlChainRacy {
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
    Ex head = new Ex();
    int[] sum = new int[1];
    Act w = () -> {
      for (int i = 1; i <= N; i++) {
        Ex e = new Ex();
        head.setNextException(e);
        e.code = i;
      }
    };
    Thread a = go(w);
    Thread b = go(w);
    Thread c = go(() -> {
      SQLException cur = head;
      for (int i = 0; i < 2 * N; ) {
        SQLException n = cur.getNextException();
        if (n == null) { Thread.yield(); continue; }
        sum[0] += ((Ex) n).code;
        cur = n;
        i++;
      }
    });
    a.join();
    b.join();
    c.join();
    System.out.println("done");
  }
}
