// race: Cfg.level
import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

class Cfg {
  int level;
  int width;
}

public class SigRaiseRacy {
  public static void main(String[] args) throws Exception {
    Cfg c = new Cfg();
    CountDownLatch l = new CountDownLatch(1);
    int[] got = new int[1];
    Signal.handle(new Signal("WINCH"), s -> {
      got[0] = c.level * c.width;
      l.countDown();
    });
    Signal.raise(new Signal("WINCH"));
    for (int i = 0; i < 1000; i++) { c.level = i; c.width = i; }
    l.await();
    System.out.println("done");
  }
}
