import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Deliberately racy: many threads on few locations of every kind. */
public class Hammer {
  int i;
  long l;
  double d;
  float f;
  byte b;
  char c;
  boolean z;
  Object o;
  volatile int vi;
  volatile long vl;
  static int si;
  static long sl;
  static volatile Object so;
  final int[] ints = new int[4];
  final long[] longs = new long[2];
  final double[] doubles = new double[2];
  final byte[] bytes = new byte[2];
  final boolean[] booleans = new boolean[2];
  final Object[] objects = new Object[3];
  final AtomicInteger ai = new AtomicInteger();
  final AtomicLong al = new AtomicLong();
  final AtomicReference<Object> ar = new AtomicReference<>();

  void round(int n) {
    i = i + n;
    l = l * 31 + n;
    d = d + 0.5;
    f = f + 1;
    b = (byte) (b + 1);
    c = (char) (c + n);
    z = !z;
    Object was = o;
    o = was == this ? "x" : this;
    vi++;
    vl += n;
    si += vi;
    sl ^= l;
    so = o;
    ints[n & 3] += n;
    longs[n & 1] += l;
    doubles[n & 1] -= d;
    bytes[n & 1]++;
    booleans[n & 1] ^= true;
    objects[n % 3] = objects[(n + 1) % 3] == null ? ints : o;
    ai.incrementAndGet();
    int seen = ai.get();
    ai.compareAndSet(seen, seen + 1);
    al.addAndGet(n);
    al.set(al.get() + 1);
    ar.set(o);
    ar.compareAndSet(o, ints);
  }

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Hammer hammer = new Hammer();
    Thread[] all = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      int seed = t;
      all[t] =
          new Thread(
              () -> {
                for (int k = 0; k < rounds; k++) {
                  hammer.round(k + seed);
                }
              });
      all[t].start();
    }
    for (Thread t : all) {
      t.join();
    }
    System.out.println("done " + (hammer.ai.get() > 0));
  }
}
