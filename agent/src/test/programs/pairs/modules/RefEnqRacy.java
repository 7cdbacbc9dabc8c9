// race: Tag.id
import java.lang.ref.*;

class Tag extends WeakReference<Object> {
  int id;
  Tag(Object o, ReferenceQueue<Object> q) { super(o, q); }
}

public class RefEnqRacy {
  static final int N = 40;
  static Object[] keep = new Object[N];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    ReferenceQueue<Object> q = new ReferenceQueue<>();
    int[] sum = new int[1];
    for (int i = 0; i < N; i++) keep[i] = new Object();
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Tag t = new Tag(keep[i], q);
        t.enqueue();
        t.id = i;
      }
    });
    Thread b = go(() -> { for (int i = 0; i < N; i++) sum[0] += ((Tag) q.remove()).id; });
    a.join();
    b.join();
    Reference.reachabilityFence(keep);
    System.out.println("done");
  }
}
