/**
 * Sorts one array of ints: each thread sorts its part with quick sort, and the main thread merges the
 * parts. The array is filled anew and sorted again as often as the size asks for.
 *
 * <p>Arguments: the size factor (1 if not given), the threads (2).
 */
public class Sorting {
  private static final int LENGTH = 500_000;
  private static final int SMALL = 12;

  private final int[] numbers = new int[LENGTH];

  private void fill(int from, int to, int seed) {
    int random = seed;
    for (int i = from; i < to; i++) {
      random = random * 1664525 + 1013904223;
      numbers[i] = random >>> 3 ^ random << 7;
    }
  }

  private void sort(int from, int to) {
    int low = from;
    int high = to - 1;
    while (high - low > SMALL) {
      int pivot = numbers[low + high >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (numbers[i] < pivot) {
          i++;
        }
        while (numbers[j] > pivot) {
          j--;
        }
        if (i <= j) {
          int kept = numbers[i];
          numbers[i++] = numbers[j];
          numbers[j--] = kept;
        }
      }
      if (j - low < high - i) {
        sort(low, j + 1);
        low = i;
      } else {
        sort(i, high + 1);
        high = j;
      }
    }
    insert(low, high);
  }

  private void insert(int low, int high) {
    for (int i = low + 1; i <= high; i++) {
      int number = numbers[i];
      int j = i;
      while (j > low && numbers[j - 1] > number) {
        numbers[j] = numbers[j - 1];
        j--;
      }
      numbers[j] = number;
    }
  }

  /** Merges the sorted parts and returns a checksum of the sorted numbers. */
  private int merge(int parts) {
    int[] next = new int[parts];
    for (int part = 0; part < parts; part++) {
      next[part] = start(part, parts);
    }
    int checksum = 0;
    for (int i = 0; i < LENGTH; i++) {
      int best = -1;
      for (int part = 0; part < parts; part++) {
        if (next[part] < start(part + 1, parts)
            && (best < 0 || numbers[next[part]] < numbers[next[best]])) {
          best = part;
        }
      }
      checksum = 31 * checksum + numbers[next[best]++];
    }
    return checksum;
  }

  private static int start(int part, int parts) {
    return (int) ((long) part * LENGTH / parts);
  }

  public static void main(String[] args) throws InterruptedException {
    double size = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    Thread[] threads = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    Sorting sorting = new Sorting();
    int rounds = Math.max(1, (int) Math.round(250 * size));
    int checksum = 0;
    for (int round = 0; round < rounds; round++) {
      int seed = round * 1000;
      for (int i = 0; i < threads.length; i++) {
        int part = i;
        int from = start(part, threads.length);
        int to = start(part + 1, threads.length);
        threads[i] =
            new Thread(
                () -> {
                  sorting.fill(from, to, seed + part);
                  sorting.sort(from, to);
                });
        threads[i].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      checksum = 31 * checksum + sorting.merge(threads.length);
    }
    System.out.println("checksum " + checksum);
  }
}
