import java.util.concurrent.CyclicBarrier;

/** Particles move while other threads still compute with their places. */
public class Moldyn {
  static final int PARTICLES = 12;
  static final double[] position = new double[PARTICLES];
  static final double[] force = new double[PARTICLES];

  static void step(int from, int to, CyclicBarrier barrier) throws Exception {
    for (int i = from; i < to; i++) {
      double f = 0;
      for (int j = 0; j < PARTICLES; j++) {
        f += position[j] - position[i]; // race: position
      }
      force[i] = f;
    }
    for (int i = from; i < to; i++) {
      position[i] += 0.01 * force[i]; // race: position
    }
    barrier.await();
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < PARTICLES; i++) {
      position[i] = i;
    }
    int threads = 3;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    Thread[] movers = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      int from = t * PARTICLES / threads;
      int to = (t + 1) * PARTICLES / threads;
      movers[t] =
          new Thread(
              () -> {
                try {
                  for (int s = 0; s < 3; s++) {
                    step(from, to, barrier);
                  }
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              },
              "mover-" + t);
      movers[t].start();
    }
    for (Thread mover : movers) {
      mover.join();
    }
    System.out.println("moved");
  }
}
