import java.util.*;
/** Objects that go round through a list under a lock: who gets one comes after who gave it, whoever gave another since. */
public class LifoPoolOk {
  static class Buffer { int used; }
  static final ArrayList<Buffer> free = new ArrayList<>();
  static synchronized Buffer get() { return free.isEmpty() ? new Buffer() : free.remove(free.size() - 1); }
  static synchronized void put(Buffer b) { free.add(b); }
  public static void main(String[] args) throws Exception {
    Thread[] ts = new Thread[3];
    for (int i = 0; i < ts.length; i++) {
      ts[i] = new Thread(() -> { for (int k = 0; k < 60; k++) { Buffer a = get(); Buffer b = get(); a.used++; b.used++; if (k % 3 == 0) Thread.yield(); put(a); put(b); } });
      ts[i].start();
    }
    for (Thread t : ts) t.join();
    System.out.println("done");
  }
}
