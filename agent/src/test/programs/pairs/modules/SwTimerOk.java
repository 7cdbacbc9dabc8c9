// mechanism: javax.swing.Timer.start: earlier writes visible to the ActionListener on the event dispatch thread
import java.util.concurrent.CountDownLatch;
import javax.swing.*;

class Anim {
  int speed;
  int pos;
  int ticks;
}

public class SwTimerOk {
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
    an.speed = 7;
    t[0].start();
    end.await();
    System.out.println("pos=" + an.pos);
    System.exit(0);
  }
}
