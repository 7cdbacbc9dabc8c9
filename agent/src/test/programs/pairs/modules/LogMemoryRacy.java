// race: Rec.payload
import java.util.logging.*;

class Rec extends LogRecord {
  int payload;
  Rec(String m) { super(Level.INFO, m); }
}

public class LogMemoryRacy {
  static final int N = 40;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static class Target extends Handler {
    long sum;
    int got;
    @Override public void publish(LogRecord r) { sum += ((Rec) r).payload; got++; }
    @Override public void flush() { }
    @Override public void close() { }
  }
  public static void main(String[] args) throws Exception {
    Target t = new Target();
    MemoryHandler mh = new MemoryHandler(t, 1000, Level.OFF);
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Rec r = new Rec("r" + i);
        mh.publish(r);
        r.payload = i;
      }
    });
    Thread b = go(() -> { while (t.got < N) { mh.push(); Thread.yield(); } });
    a.join();
    b.join();
    System.out.println("got=" + t.got);
  }
}
