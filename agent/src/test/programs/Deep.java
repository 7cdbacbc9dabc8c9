import java.util.List;

/** A race five calls deep, one of them through the JDK, with exceptions and constructors around. */
public class Deep {
  static int shared;

  final int kept;

  Deep(int n) {
    kept = n;
    if (n > 1) {
      throw new IllegalStateException();
    }
  }

  static void outer(int n) {
    try {
      new Deep(n + 2);
    } catch (IllegalStateException e) {
      middle(n);
    }
  }

  static void middle(int n) {
    List.of(n).forEach(i -> inner(i));
  }

  static void inner(int n) {
    shared += n;
  }

  static synchronized void start(Thread thread) {
    thread.start();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(() -> outer(1));
    start(thread);
    outer(2);
    thread.join();
  }
}
