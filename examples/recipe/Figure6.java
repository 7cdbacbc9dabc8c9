/** Figure 6 of [RECIPE]: the count of a bounded buffer is looked at without its lock. */
public class Figure6 {
  static final int[] slots = new int[2];
  static int count;
  static int closed;
  static final Object lock = new Object();

  static void put(int value) {
    synchronized (lock) {
      if (count < 2) {
        slots[count] = value;
        count = count + 1; // race: count
      }
    }
  }

  static void take() {
    int before = count; // race: count
    if (before > 0) {
      synchronized (lock) {
        if (count > 0) {
          count = count - 1;
        }
      }
    } else {
      closed = closed + 1; // race: closed
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread producer = new Thread(() -> produce(), "producer");
    Thread consumer = new Thread(() -> take(), "consumer");
    producer.start();
    Thread.sleep(50);
    consumer.start();
    producer.join();
    consumer.join();
  }

  static void produce() {
    put(7);
    closed = 0; // race: closed
    put(8);
  }
}
