/** A buffer with a lock and conditions, and a size that is read without them. */
public class BoundedBuffer {
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
    count++; // race: count
    notifyAll();
  }

  synchronized int take() throws InterruptedException {
    while (count == 0) {
      wait();
    }
    int item = slots[out];
    out = (out + 1) % slots.length;
    count--; // race: count
    notifyAll();
    return item;
  }

  int size() {
    return count; // race: count
  }

  public static void main(String[] args) throws InterruptedException {
    BoundedBuffer buffer = new BoundedBuffer();
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
