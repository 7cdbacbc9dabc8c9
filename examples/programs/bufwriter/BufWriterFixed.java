/** Threads write to a buffer under its lock, under which another one empties it. */
public class BufWriterFixed {
  static final int CAPACITY = 12;

  private final char[] buffer = new char[CAPACITY];
  private int count;
  private long sum;
  private int written;
  private int lost;
  private boolean closed;

  void write(char c) {
    synchronized (this) {
      if (closed) {
        lost++;
      } else {
        if (count == CAPACITY) {
          flush();
        }
        buffer[count] = c;
        count++;
      }
    }
  }

  private void flush() {
    for (int i = 0; i < count; i++) {
      sum += buffer[i];
    }
    written += count;
    count = 0;
  }

  synchronized void flushIfHalfFull() {
    if (count >= CAPACITY / 2) {
      flush();
    }
  }

  synchronized void close() {
    flushIfHalfFull();
    closed = true;
  }

  public static void main(String[] args) throws InterruptedException {
    BufWriterFixed out = new BufWriterFixed();
    Thread[] writers = new Thread[3];
    for (int t = 0; t < writers.length; t++) {
      char letter = (char) ('a' + t);
      writers[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 8; i++) {
                  out.write(letter);
                }
              },
              "writer-" + t);
      writers[t].start();
    }
    Thread flusher =
        new Thread(
            () -> {
              for (int i = 0; i < 3; i++) {
                out.flushIfHalfFull();
                Thread.yield();
              }
              out.close();
            },
            "flusher");
    flusher.start();
    for (Thread writer : writers) {
      writer.join();
    }
    flusher.join();
    System.out.println(out.written + out.count + out.lost >= 0 ? "written" : "impossible");
  }
}
