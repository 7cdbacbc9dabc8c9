import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The producer is done with an item when it hands it over. */
public class ProducerConsumerFixed {
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
                  item.value = i;
                  queue.put(item);
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
      sum += item.value;
    }
    producer.join();
    System.out.println(sum >= 0 ? "consumed" : "impossible");
  }
}
