package dev.sooth.trace.generate;

import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;

/**
 * Two sets of binary vectors as a trace ([LICS20] Theorem 2.5): two accesses race if and only if a
 * vector of one set is orthogonal to one of the other. Two threads, 9 variables, one lock. That
 * this takes about quadratic time is the Orthogonal Vectors conjecture.
 *
 * <p>Orders that follow from each other compare the vectors coordinate by coordinate: "a's write of
 * x1 at coordinate i comes before b's" stands for "coordinate i of a and b is compared". Inside a
 * thread, coordinates go from the last to the first; the vectors of A go up, those of B down. In
 * the paper's equation (5) the bound of w(x3) is read as the r(x1) of its own coordinate, without
 * which the step to the next coordinate would not follow.
 */
public final class OrthogonalVectorsTrace {
  private final boolean[][] a;
  private final boolean[][] b;
  private final int count;
  private final int dimension;
  private final TraceBuilder builder = new TraceBuilder("orthogonal vectors", TraceNames.empty());
  private int line;
  private int first;

  private OrthogonalVectorsTrace(boolean[][] a, boolean[][] b) {
    this.a = a;
    this.b = b;
    count = a.length;
    dimension = a[0].length;
  }

  /** Random vectors, whose bits are 1 with this probability; {@code count} in each set. */
  public static HardTrace random(int count, int dimension, double density, long seed) {
    require(count >= 1 && count <= 100_000, "the number of vectors must be 1 to 100,000");
    require(dimension >= 1 && dimension <= 1_000, "the dimension must be 1 to 1,000");
    require(density >= 0 && density <= 1, "the density must be 0 to 1");
    FastRandom random = new FastRandom(seed);
    boolean[][][] sets = new boolean[2][count][dimension];
    for (boolean[][] set : sets) {
      for (boolean[] vector : set) {
        for (int i = 0; i < dimension; i++) {
          vector[i] = random.chance(density);
        }
      }
    }
    return of(sets[0], sets[1]);
  }

  /** These vectors; both sets have the same size, which is not 0. */
  public static HardTrace of(boolean[][] a, boolean[][] b) {
    require(a.length == b.length && a.length > 0, "both sets must have as many vectors");
    return new OrthogonalVectorsTrace(a, b).build();
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  private HardTrace build() {
    for (int l = count; l >= 1; l--) {
      for (int i = dimension; i >= 1; i--) {
        addOfB(l, i);
      }
    }
    for (int j = 1; j <= count; j++) {
      for (int i = dimension; i >= 1; i--) {
        addOfA(j, i);
      }
    }
    add(Kind.READ, "A", "z");
    int second = builder.size() - 1;
    String instance =
        "orthogonal pair in two sets of %d vectors of dimension %d".formatted(count, dimension);
    return new HardTrace(builder.build(), first, second, hasOrthogonalPair(), instance);
  }

  /** Coordinate i of the vector a_j; the numbers are those of the paper's equations. */
  private void addOfA(int j, int i) {
    if (a[j - 1][i - 1]) { // (3)
      add(Kind.WRITE, "A", "x2");
    }
    add(Kind.WRITE, "A", "x1");
    if (j == 1 && i == 1) {
      add(Kind.ACQUIRE, "A", "l");
      add(Kind.RELEASE, "A", "l");
    }
    if (!a[j - 1][i - 1]) {
      add(Kind.WRITE, "A", "x2");
    }
    if (i < dimension) {
      add(Kind.READ, "A", "x6"); // (6)
    }
    if (i > 1) {
      add(Kind.WRITE, "A", "x3"); // (4)
      add(Kind.WRITE, "A", "x6"); // (6)
    } else {
      if (j > 1) {
        add(Kind.READ, "A", "x7"); // (10)
      }
      add(Kind.WRITE, "A", "x4"); // (8)
      if (j < count) {
        add(Kind.WRITE, "A", "x5"); // (10)
      } else {
        add(Kind.READ, "A", "y"); // (14)
      }
    }
    add(Kind.READ, "A", "x2"); // (1)
    if (i == 1 && j < count) {
      add(Kind.WRITE, "A", "x7"); // (10)
      add(Kind.READ, "A", "x5");
    }
  }

  /** Coordinate i of the vector b_l. */
  private void addOfB(int l, int i) {
    if (b[l - 1][i - 1]) { // (3)
      add(Kind.WRITE, "B", "x1");
    }
    add(Kind.WRITE, "B", "x2");
    if (l == count && i == 1) {
      add(Kind.WRITE, "B", "y"); // (14)
    }
    if (!b[l - 1][i - 1]) {
      add(Kind.WRITE, "B", "x1");
    }
    if (i < dimension) {
      add(Kind.READ, "B", "x3"); // (5)
    }
    if (i > 1) {
      add(Kind.WRITE, "B", "x3"); // (5)
    } else {
      if (l == 1) {
        add(Kind.WRITE, "B", "x7"); // (11)
      }
      if (l < count) {
        add(Kind.READ, "B", "x4"); // (9)
      }
      if (l > 1) {
        add(Kind.WRITE, "B", "x4"); // (9)
      }
    }
    boolean last = l == 1 && i == 1;
    if (last) {
      add(Kind.ACQUIRE, "B", "l");
    }
    add(Kind.READ, "B", "x1"); // (2)
    if (last) {
      first = builder.size();
      add(Kind.WRITE, "B", "z");
      add(Kind.RELEASE, "B", "l");
    }
    if (i > 1) {
      add(Kind.WRITE, "B", "x6"); // (7)
    } else if (l == count && l > 1) {
      add(Kind.WRITE, "B", "x5"); // (11)
    }
  }

  private void add(byte kind, String thread, String target) {
    builder.add(kind, thread, target, Integer.toString(++line));
  }

  private boolean hasOrthogonalPair() {
    for (boolean[] one : a) {
      for (boolean[] other : b) {
        boolean orthogonal = true;
        for (int i = 0; i < dimension; i++) {
          orthogonal &= !(one[i] && other[i]);
        }
        if (orthogonal) {
          return true;
        }
      }
    }
    return false;
  }
}
