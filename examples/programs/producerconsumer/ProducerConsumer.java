import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The producer still writes to an item that it has handed over. */
public class ProducerConsumer {
  static final class Item {
    int value;
  }

  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<Item> queue = new ArrayBlockingQueue<>(4);
    Thread producer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 10; i++) {
                  Item item = new Item();
                  queue.put(item);
                  item.value = i; // race: value
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            "producer");
    producer.start();
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      Item item = queue.take();
      sum += item.value; // race: value
    }
    producer.join();
    System.out.println(sum >= 0 ? "consumed" : "impossible");
  }
}
