/** Several threads sort one array by neighbouring swaps, without a lock. */
public class BubbleSort {
  static final int[] data = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

  static void pass() {
    for (int i = 0; i + 1 < data.length; i++) {
      compareAndSwap(i);
    }
  }

  static void compareAndSwap(int i) {
    if (data[i] > data[i + 1]) { // race: data
      int t = data[i]; // race: data
      data[i] = data[i + 1]; // race: data
      data[i + 1] = t; // race: data
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] sorters = new Thread[3];
    for (int k = 0; k < sorters.length; k++) {
      sorters[k] = new Thread(() -> { for (int n = 0; n < 10; n++) pass(); }, "sorter-" + k);
      sorters[k].start();
    }
    for (Thread sorter : sorters) {
      sorter.join();
    }
    System.out.println("sorted");
  }
}
