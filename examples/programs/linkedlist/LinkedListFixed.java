/** Several threads push to one list, holding its lock. */
public class LinkedListFixed {
  static final class Node {
    final int value;
    Node next;

    Node(int value) {
      this.value = value;
    }
  }

  private Node head;

  synchronized void add(int value) {
    Node node = new Node(value);
    node.next = head;
    head = node;
  }

  synchronized int sum() {
    int sum = 0;
    for (Node n = head; n != null; n = n.next) {
      sum += n.value;
    }
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    LinkedListFixed list = new LinkedListFixed();
    Thread[] threads = new Thread[3];
    for (int t = 0; t < threads.length; t++) {
      int base = 100 * t;
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 10; i++) {
                  list.add(base + i);
                }
                list.sum();
              },
              "adder-" + t);
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("added");
  }
}
