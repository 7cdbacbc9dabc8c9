/** Figure 7 of [RECIPE]: sorters of a merge sort look whether a thread of the pool is free. */
public class Figure7 {
  static int free = 1;
  static int used;
  static final Object pool = new Object();
  static final int[] data = {4, 3, 2, 1};

  static void sort(int from) {
    boolean mine;
    synchronized (pool) {
      mine = free > 0;
      if (mine) {
        free = free - 1;
      }
    }
    if (mine) {
      used = used + 1; // race: used
    } else {
      used = 0; // race: used
    }
    swap(from);
    synchronized (pool) {
      if (mine) {
        free = free + 1;
      }
    }
  }

  static void swap(int from) {
    if (data[from] > data[from + 1]) {
      int left = data[from];
      data[from] = data[from + 1];
      data[from + 1] = left;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread left = new Thread(() -> sort(0), "left");
    Thread right = new Thread(() -> sort(2), "right");
    left.start();
    Thread.sleep(50);
    right.start();
    left.join();
    right.join();
  }
}
