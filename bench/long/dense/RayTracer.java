/**
 * Spheres over a floor, lit by one lamp, with mirrors. Every ray, point and colour is a small object
 * of its own; the scene is made once and read by all threads; thread i of n renders every n-th row.
 *
 * <p>Arguments: the size factor (1 if not given), the threads (2).
 */
public class RayTracer {
  private static final int WIDTH = 640;
  private static final int DEPTH = 4;
  private static final double FAR = 1e9;
  private static final double NEAR = 1e-6;

  /** Not final, as in most such programs: the recorder leaves out reads of final fields. */
  private static final class Vector {
    double x;
    double y;
    double z;

    Vector(double x, double y, double z) {
      this.x = x;
      this.y = y;
      this.z = z;
    }

    Vector plus(Vector other) {
      return new Vector(x + other.x, y + other.y, z + other.z);
    }

    Vector minus(Vector other) {
      return new Vector(x - other.x, y - other.y, z - other.z);
    }

    Vector times(double factor) {
      return new Vector(x * factor, y * factor, z * factor);
    }

    double dot(Vector other) {
      return x * other.x + y * other.y + z * other.z;
    }

    Vector unit() {
      return times(1 / Math.sqrt(dot(this)));
    }
  }

  private static final class Ray {
    Vector origin;
    Vector direction;

    Ray(Vector origin, Vector direction) {
      this.origin = origin;
      this.direction = direction;
    }

    Vector at(double distance) {
      return origin.plus(direction.times(distance));
    }
  }

  private static final class Hit {
    Sphere sphere;
    double distance = FAR;
  }

  private static final class Sphere {
    final Vector centre;
    final double radius;
    final Vector colour;
    final double mirror;

    Sphere(Vector centre, double radius, Vector colour, double mirror) {
      this.centre = centre;
      this.radius = radius;
      this.colour = colour;
      this.mirror = mirror;
    }

    double distance(Ray ray) {
      Vector to = centre.minus(ray.origin);
      double along = to.dot(ray.direction);
      double rest = radius * radius - to.dot(to) + along * along;
      if (rest < 0) {
        return FAR;
      }
      double half = Math.sqrt(rest);
      if (along - half > NEAR) {
        return along - half;
      }
      return along + half > NEAR ? along + half : FAR;
    }
  }

  private final Sphere[] scene;
  private final Vector lamp = new Vector(-20, 30, -20);
  private final int[] pixels;
  private final int height;

  private RayTracer(int height) {
    this.height = height;
    pixels = new int[WIDTH * height];
    scene = new Sphere[81];
    scene[0] = new Sphere(new Vector(0, -1000, 0), 998, new Vector(0.6, 0.6, 0.5), 0.1);
    for (int i = 1; i < scene.length; i++) {
      double angle = i * 2.4;
      double away = 0.7 * Math.sqrt(i);
      Vector centre = new Vector(away * Math.cos(angle), 0.04 * i - 1.5, 6 + away * Math.sin(angle));
      Vector colour = new Vector(0.1 + 0.01 * i, 0.9 - 0.01 * i, 0.5);
      scene[i] = new Sphere(centre, 0.5, colour, i % 3 == 0 ? 0.6 : 0.15);
    }
  }

  private Hit nearest(Ray ray) {
    Hit hit = new Hit();
    for (Sphere sphere : scene) {
      double distance = sphere.distance(ray);
      if (distance < hit.distance) {
        hit.distance = distance;
        hit.sphere = sphere;
      }
    }
    return hit;
  }

  private Vector trace(Ray ray, int depth) {
    Hit hit = nearest(ray);
    if (hit.sphere == null) {
      double sky = 0.5 + 0.5 * ray.direction.y;
      return new Vector(0.4, 0.5 + 0.2 * sky, 0.6 + 0.4 * sky);
    }
    Vector point = ray.at(hit.distance);
    Vector normal = point.minus(hit.sphere.centre).unit();
    Vector light = lamp.minus(point).unit();
    double bright = Math.max(0, normal.dot(light));
    if (bright > 0 && nearest(new Ray(point.plus(normal.times(1e-4)), light)).sphere != null) {
      bright = 0;
    }
    Vector colour = hit.sphere.colour.times(0.15 + 0.85 * bright);
    if (depth == 0) {
      return colour;
    }
    Vector back = ray.direction.minus(normal.times(2 * normal.dot(ray.direction)));
    Vector seen = trace(new Ray(point.plus(normal.times(1e-4)), back.unit()), depth - 1);
    return colour.times(1 - hit.sphere.mirror).plus(seen.times(hit.sphere.mirror));
  }

  private void render(int first, int step) {
    Vector eye = new Vector(0, 1, -6);
    for (int row = first; row < height; row += step) {
      for (int column = 0; column < WIDTH; column++) {
        double x = (column - WIDTH / 2.0) / WIDTH;
        double y = 0.75 * (height / 2.0 - row) / height;
        Vector colour = trace(new Ray(eye, new Vector(x, y, 1).unit()), DEPTH);
        pixels[row * WIDTH + column] =
            level(colour.x) << 16 | level(colour.y) << 8 | level(colour.z);
      }
    }
  }

  private static int level(double share) {
    return (int) Math.min(255, 256 * share);
  }

  public static void main(String[] args) throws InterruptedException {
    double size = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    RayTracer tracer = new RayTracer(Math.max(2, (int) Math.round(12_000 * size)));
    for (int i = 0; i < threads.length; i++) {
      int first = i;
      threads[i] = new Thread(() -> tracer.render(first, threads.length));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    int checksum = 0;
    for (int pixel : tracer.pixels) {
      checksum = 31 * checksum + pixel;
    }
    System.out.println("checksum " + checksum);
  }
}
