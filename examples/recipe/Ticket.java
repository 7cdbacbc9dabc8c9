import java.util.concurrent.atomic.AtomicLong;

/** A ticket from an AtomicLong is only printed, so its order does not matter. */
public class Ticket {
  static final AtomicLong tickets = new AtomicLong();
  static int last;

  static void early() {
    last = 1; // race: last
    System.out.println("ticket " + tickets.incrementAndGet());
  }

  static void late() {
    System.out.println("ticket " + tickets.incrementAndGet());
    last = 2; // race: last
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> early(), "one");
    Thread two = new Thread(() -> late(), "two");
    Thread first = args.length == 0 ? one : two; // whoever of them runs first
    first.start();
    (first == one ? two : one).start();
    one.join();
    two.join();
  }
}
