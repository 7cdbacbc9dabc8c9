/**
 * Deliberately racy: threads that do the same to few locations for a while, some of it under a
 * lock, and look at each other's.
 */
public class Drum {
  int a;
  long b;
  Object c;
  static int d;
  final int[] ints = new int[40];
  final Object lock = new Object();

  long beat(int n, int own) {
    long sum = 0;
    for (int k = 0; k < n; k++) {
      a = a + k;
      b ^= a;
      d += own;
      ints[own] += k;
      ints[own] ^= d;
      sum += ints[(own + 1) % 4] + b;
      c = (k & 8) == 0 ? this : lock;
      if (c == lock) {
        sum++;
      }
    }
    return sum;
  }

  long alone(int n, int own) {
    long sum = 0;
    for (int k = 0; k < n; k++) {
      int at = own * 10 + k % 10;
      ints[at] += k;
      sum += ints[at];
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    Drum drum = new Drum();
    Thread[] all = new Thread[4];
    for (int t = 0; t < all.length; t++) {
      int own = t;
      all[t] =
          new Thread(
              () -> {
                for (int r = 0; r < rounds; r++) {
                  drum.alone(500, own);
                  if (r % 3 == own % 3) {
                    synchronized (drum.lock) {
                      drum.beat(50, own);
                    }
                  } else {
                    drum.beat(50, own);
                  }
                }
              });
      all[t].start();
    }
    for (Thread t : all) {
      t.join();
    }
    System.out.println("done " + (drum.a + drum.b != 1));
  }
}
