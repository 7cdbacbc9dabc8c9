/** A buffer with a lock and conditions. */
public class BoundedBufferFixed {
  private final int[] slots = new int[4];
  private int in;
  private int out;
  private int count;

  synchronized void put(int item) throws InterruptedException {
    while (count == slots.length) {
      wait();
    }
    slots[in] = item;
    in = (in + 1) % slots.length;
    count++;
    notifyAll();
  }

  synchronized int take() throws InterruptedException {
    while (count == 0) {
      wait();
    }
    int item = slots[out];
    out = (out + 1) % slots.length;
    count--;
    notifyAll();
    return item;
  }

  synchronized int size() {
    return count;
  }

  public static void main(String[] args) throws InterruptedException {
    BoundedBufferFixed buffer = new BoundedBufferFixed();
    Thread producer =
        new Thread(
            () -> {
              try {
                for (int i = 1; i <= 20; i++) {
                  buffer.put(i);
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            "producer");
    Thread monitor = new Thread(() -> buffer.size(), "monitor");
    producer.start();
    monitor.start();
    int sum = 0;
    for (int i = 1; i <= 20; i++) {
      sum += buffer.take();
    }
    producer.join();
    monitor.join();
    System.out.println("sum " + sum);
  }
}
