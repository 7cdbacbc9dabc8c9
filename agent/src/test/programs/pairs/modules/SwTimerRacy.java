// race: Anim.speed
import java.util.concurrent.CountDownLatch;
import javax.swing.*;

class Anim {
  int speed;
  int pos;
  int ticks;
}

public class SwTimerRacy {
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    SwingUtilities.invokeAndWait(() -> { });
    Anim an = new Anim();
    CountDownLatch end = new CountDownLatch(1);
    Timer[] t = new Timer[1];
    t[0] = new Timer(5, e -> {
      if (an.ticks == 10) return;
      an.pos += an.speed;
      if (++an.ticks == 10) { t[0].stop(); end.countDown(); }
    });
    t[0].start();
    for (int i = 0; i < 10; i++) { an.speed = i; Thread.sleep(2); }
    end.await();
    System.out.println("done");
    System.exit(0);
  }
}
