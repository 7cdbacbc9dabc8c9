/** A parallel merge sort whose left half takes one element of the right half along. */
public class MergeSort {
  private final int[] data = new int[64];
  private final int[] work = new int[64];

  void sort(int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) / 2;
    int end = Math.min(middle + 1, to - 1);
    if (to - from > 16) {
      Thread left = new Thread(() -> sort(from, end), "left-" + from + "-" + middle);
      left.start();
      sort(middle, to);
      join(left);
    } else {
      sort(from, middle);
      sort(middle, to);
    }
    merge(from, middle, to);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void merge(int from, int middle, int to) {
    int l = from;
    int r = middle;
    for (int k = from; k < to; k++) {
      boolean takeLeft = l < middle && (r >= to || data[l] <= data[r]); // race: cell
      work[k] = takeLeft ? data[l++] : data[r++]; // race: cell
    }
    for (int k = from; k < to; k++) {
      data[k] = work[k]; // race: cell
    }
  }

  public static void main(String[] args) {
    MergeSort sorter = new MergeSort();
    for (int i = 0; i < sorter.data.length; i++) {
      sorter.data[i] = (i * 37) % 64;
    }
    sorter.sort(0, sorter.data.length);
    System.out.println("sorted");
  }
}
