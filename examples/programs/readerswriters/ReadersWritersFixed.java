import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers count themselves, one at a time. */
public class ReadersWritersFixed {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private int value;
  private int reads;

  void write(int v) {
    lock.writeLock().lock();
    try {
      value = v;
    } finally {
      lock.writeLock().unlock();
    }
  }

  int read() {
    lock.writeLock().lock();
    try {
      reads++;
      return value;
    } finally {
      lock.writeLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReadersWritersFixed shared = new ReadersWritersFixed();
    Thread writer = new Thread(() -> shared.write(7), "writer");
    Thread[] readers = new Thread[3];
    for (int k = 0; k < readers.length; k++) {
      readers[k] = new Thread(() -> { for (int i = 0; i < 10; i++) shared.read(); }, "reader-" + k);
    }
    writer.start();
    for (Thread reader : readers) {
      reader.start();
    }
    writer.join();
    for (Thread reader : readers) {
      reader.join();
    }
    System.out.println("value " + shared.value);
  }
}
