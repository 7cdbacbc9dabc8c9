import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** A parallel merge sort whose left half takes one element of the right half along. */
public class MergeSort extends RecursiveAction {
  private final int[] data;
  private final int[] work;
  private final int from;
  private final int to;

  MergeSort(int[] data, int[] work, int from, int to) {
    this.data = data;
    this.work = work;
    this.from = from;
    this.to = to;
  }

  @Override
  protected void compute() {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) / 2;
    MergeSort left = new MergeSort(data, work, from, Math.min(middle + 1, to - 1));
    MergeSort right = new MergeSort(data, work, middle, to);
    left.fork();
    right.compute();
    left.join();
    merge(middle);
  }

  private void merge(int middle) {
    int l = from;
    int r = middle;
    for (int k = from; k < to; k++) {
      work[k] = l < middle && (r >= to || data[l] <= data[r]) ? data[l++] : data[r++]; // race: cell
    }
    for (int k = from; k < to; k++) {
      data[k] = work[k]; // race: cell
    }
  }

  public static void main(String[] args) {
    int[] data = new int[64];
    for (int i = 0; i < data.length; i++) {
      data[i] = (i * 37) % 64;
    }
    ForkJoinPool pool = new ForkJoinPool(4);
    pool.invoke(new MergeSort(data, new int[data.length], 0, data.length));
    pool.shutdown();
    System.out.println("sorted");
  }
}
