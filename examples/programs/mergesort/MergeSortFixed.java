import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** A parallel merge sort of disjoint halves. */
public class MergeSortFixed extends RecursiveAction {
  private final int[] data;
  private final int[] work;
  private final int from;
  private final int to;

  MergeSortFixed(int[] data, int[] work, int from, int to) {
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
    MergeSortFixed left = new MergeSortFixed(data, work, from, middle);
    MergeSortFixed right = new MergeSortFixed(data, work, middle, to);
    left.fork();
    right.compute();
    left.join();
    merge(middle);
  }

  private void merge(int middle) {
    int l = from;
    int r = middle;
    for (int k = from; k < to; k++) {
      work[k] = l < middle && (r >= to || data[l] <= data[r]) ? data[l++] : data[r++];
    }
    for (int k = from; k < to; k++) {
      data[k] = work[k];
    }
  }

  public static void main(String[] args) {
    int[] data = new int[64];
    for (int i = 0; i < data.length; i++) {
      data[i] = (i * 37) % 64;
    }
    ForkJoinPool pool = new ForkJoinPool(4);
    pool.invoke(new MergeSortFixed(data, new int[data.length], 0, data.length));
    pool.shutdown();
    System.out.println("sorted");
  }
}
