package dev.sooth.trace.generate;

/**
 * Draws ranks 0 to n - 1 with probability proportional to {@code 1 / (rank + 1)^skew}, by Walker's
 * alias method: O(n) to build, two array reads a draw.
 */
final class ZipfSampler {
  private final double[] threshold;
  private final int[] alias;

  ZipfSampler(int n, double skew) {
    threshold = new double[n];
    alias = new int[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      threshold[i] = StrictMath.pow(i + 1, -skew);
      sum += threshold[i];
    }
    int[] work = new int[n]; // columns below the mean from the left, above it from the right
    int below = 0;
    int above = n;
    for (int i = 0; i < n; i++) {
      threshold[i] *= n / sum;
      alias[i] = i;
      if (threshold[i] < 1) {
        work[below++] = i;
      } else {
        work[--above] = i;
      }
    }
    while (below > 0 && above < n) {
      int poor = work[--below];
      int rich = work[above];
      alias[poor] = rich;
      threshold[rich] -= 1 - threshold[poor];
      if (threshold[rich] < 1) {
        above++;
        work[below++] = rich;
      }
    }
    while (below > 0) { // what is left is 1 but for rounding
      threshold[work[--below]] = 1;
    }
  }

  int draw(FastRandom random) {
    int column = random.below(threshold.length);
    return random.unit() < threshold[column] ? column : alias[column];
  }
}
