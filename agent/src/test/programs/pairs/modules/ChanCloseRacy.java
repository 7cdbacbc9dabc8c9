// race: Ch.result
import java.nio.channels.spi.AbstractInterruptibleChannel;

class Ch extends AbstractInterruptibleChannel {
  int result;
  @Override protected void implCloseChannel() { result += 5; }
}

public class ChanCloseRacy {
  static final int N = 40;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static int closeAll(Ch[] cs) throws Exception {
    int s = 0;
    for (Ch c : cs) {
      c.close();
      c.result++;
      s += c.result;
    }
    return s;
  }
  public static void main(String[] args) throws Exception {
    Ch[] cs = new Ch[N];
    for (int i = 0; i < N; i++) cs[i] = new Ch();
    int[] s = new int[2];
    Thread a = go(() -> s[0] = closeAll(cs));
    Thread b = go(() -> s[1] = closeAll(cs));
    a.join();
    b.join();
    System.out.println("done");
  }
}
