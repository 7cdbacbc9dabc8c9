// race: LogLevelRacy.box
import java.util.logging.*;

public class LogLevelRacy {
  static int[] box = new int[8];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Logger log = Logger.getAnonymousLogger();
    log.setLevel(Level.OFF);
    int[] sum = new int[1];
    Thread a = go(() -> {
      log.setLevel(Level.FINE);
      for (int i = 0; i < box.length; i++) box[i] = i + 1;
    });
    Thread b = go(() -> {
      while (!log.isLoggable(Level.FINE)) Thread.yield();
      for (int i = 0; i < box.length; i++) sum[0] += box[i];
    });
    a.join();
    b.join();
    System.out.println("done");
  }
}
