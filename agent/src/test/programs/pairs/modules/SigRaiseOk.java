// mechanism: sun.misc.Signal.handle (handler table) orders earlier writes before the handler's thread after raise
import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

class Cfg {
  int level;
  int width;
}

public class SigRaiseOk {
  public static void main(String[] args) throws Exception {
    Cfg c = new Cfg();
    CountDownLatch l = new CountDownLatch(1);
    int[] got = new int[1];
    c.level = 3;
    c.width = 4;
    Signal.handle(new Signal("WINCH"), s -> {
      got[0] = c.level * c.width;
      l.countDown();
    });
    Signal.raise(new Signal("WINCH"));
    l.await();
    System.out.println("got=" + got[0]);
  }
}
