import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Particles in a periodic box with Lennard-Jones forces. Positions, velocities and forces are arrays
 * of doubles that all threads share; each thread computes and moves its part, with a barrier between
 * the two halves of a step.
 *
 * <p>Arguments: the size factor (1 if not given), the threads (2).
 */
public class MolecularDynamics {
  private static final int SIDE = 8;
  private static final int COUNT = SIDE * SIDE * SIDE;
  private static final double SPACING = 1.2;
  private static final double BOX = SIDE * SPACING;
  private static final double CUTOFF = 2.5 * 2.5;
  private static final double STEP = 0.001;

  private final double[] x = new double[COUNT];
  private final double[] y = new double[COUNT];
  private final double[] z = new double[COUNT];
  private final double[] speedX = new double[COUNT];
  private final double[] speedY = new double[COUNT];
  private final double[] speedZ = new double[COUNT];
  private final double[] forceX = new double[COUNT];
  private final double[] forceY = new double[COUNT];
  private final double[] forceZ = new double[COUNT];
  private final int threads;
  private final CyclicBarrier barrier;

  private MolecularDynamics(int threads) {
    this.threads = threads;
    barrier = new CyclicBarrier(threads);
    for (int i = 0; i < COUNT; i++) {
      x[i] = i % SIDE * SPACING;
      y[i] = i / SIDE % SIDE * SPACING;
      z[i] = i / (SIDE * SIDE) * SPACING;
      speedX[i] = (i * 37 % 101 - 50) / 50.0;
      speedY[i] = (i * 53 % 103 - 51) / 51.0;
      speedZ[i] = (i * 71 % 107 - 53) / 53.0;
    }
  }

  private void run(int part, int steps) {
    int from = part * COUNT / threads;
    int to = (part + 1) * COUNT / threads;
    try {
      for (int step = 0; step < steps; step++) {
        forces(from, to);
        barrier.await();
        move(from, to);
        barrier.await();
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private void forces(int from, int to) {
    for (int i = from; i < to; i++) {
      forceX[i] = 0;
      forceY[i] = 0;
      forceZ[i] = 0;
      for (int j = 0; j < COUNT; j++) {
        if (j == i) {
          continue;
        }
        double dx = shortest(x[i] - x[j]);
        double dy = shortest(y[i] - y[j]);
        double dz = shortest(z[i] - z[j]);
        double square = dx * dx + dy * dy + dz * dz;
        if (square < CUTOFF) {
          double inverse = 1 / square;
          double sixth = inverse * inverse * inverse;
          double force = 48 * inverse * sixth * (sixth - 0.5);
          forceX[i] += force * dx;
          forceY[i] += force * dy;
          forceZ[i] += force * dz;
        }
      }
    }
  }

  private void move(int from, int to) {
    for (int i = from; i < to; i++) {
      speedX[i] += STEP * forceX[i];
      speedY[i] += STEP * forceY[i];
      speedZ[i] += STEP * forceZ[i];
      x[i] = inside(x[i] + STEP * speedX[i]);
      y[i] = inside(y[i] + STEP * speedY[i]);
      z[i] = inside(z[i] + STEP * speedZ[i]);
    }
  }

  private static double shortest(double distance) {
    if (distance > BOX / 2) {
      return distance - BOX;
    }
    return distance < -BOX / 2 ? distance + BOX : distance;
  }

  private static double inside(double place) {
    if (place >= BOX) {
      return place - BOX;
    }
    return place < 0 ? place + BOX : place;
  }

  public static void main(String[] args) throws InterruptedException {
    double size = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    MolecularDynamics box = new MolecularDynamics(threads.length);
    int steps = Math.max(1, (int) Math.round(8000 * size));
    for (int i = 0; i < threads.length; i++) {
      int part = i;
      threads[i] = new Thread(() -> box.run(part, steps));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double energy = 0;
    for (int i = 0; i < COUNT; i++) {
      energy += box.speedX[i] * box.speedX[i];
      energy += box.speedY[i] * box.speedY[i];
      energy += box.speedZ[i] * box.speedZ[i];
    }
    System.out.println("kinetic energy " + energy / 2);
  }
}
