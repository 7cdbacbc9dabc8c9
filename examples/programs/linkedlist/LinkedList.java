/** Several threads push to one list, without a lock. */
public class LinkedList {
  static final class Node {
    final int value;
    Node next;

    Node(int value) {
      this.value = value;
    }
  }

  private Node head;

  void add(int value) {
    Node node = new Node(value);
    node.next = head; // race: head
    head = node; // race: head
  }

  int sum() {
    int sum = 0;
    for (Node n = head; n != null; n = n.next) { // race: head
      sum += n.value;
    }
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    LinkedList list = new LinkedList();
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
