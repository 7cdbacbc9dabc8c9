import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers count themselves, under a lock that lets them in together. */
public class ReadersWriters {
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
    lock.readLock().lock();
    try {
      reads++; // race: reads
      return value;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReadersWriters shared = new ReadersWriters();
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
