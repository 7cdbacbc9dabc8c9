/** Tracers of disjoint rows share one checksum, under a lock. */
public class RayTracerFixed {
  static final int WIDTH = 16;
  static final int HEIGHT = 12;
  static final int[][] image = new int[HEIGHT][WIDTH];
  static long checksum;

  static synchronized void addToChecksum(int value) {
    checksum += value;
  }

  static void render(int first, int step) {
    for (int y = first; y < HEIGHT; y += step) {
      for (int x = 0; x < WIDTH; x++) {
        int dx = x - WIDTH / 2;
        int dy = y - HEIGHT / 2;
        int colour = Math.max(0, 64 - dx * dx - dy * dy);
        image[y][x] = colour;
        addToChecksum(colour);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] tracers = new Thread[3];
    for (int t = 0; t < tracers.length; t++) {
      int first = t;
      tracers[t] = new Thread(() -> render(first, 3), "tracer-" + t);
      tracers[t].start();
    }
    for (Thread tracer : tracers) {
      tracer.join();
    }
    System.out.println(checksum > 0 ? "rendered" : "dark");
  }
}
