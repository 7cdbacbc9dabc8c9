/** Threads write to a buffer under its lock; another one empties it without. */
public class BufWriter {
  static final int CAPACITY = 12;

  private final char[] buffer = new char[CAPACITY];
  private int count;
  private long sum;
  private int written;
  private int lost;
  private boolean closed;

  void write(char c) {
    synchronized (this) {
      if (closed) { // race: buffer
        lost++;
      } else {
        if (count == CAPACITY) { // race: buffer
          flush();
        }
        buffer[count] = c; // race: buffer
        count++; // race: buffer
      }
    }
  }

  private void flush() {
    for (int i = 0; i < count; i++) { // race: buffer
      sum += buffer[i]; // race: buffer
    }
    written += count; // race: buffer
    count = 0; // race: buffer
  }

  void flushIfHalfFull() {
    if (count >= CAPACITY / 2) { // race: buffer
      flush();
    }
  }

  void close() {
    flushIfHalfFull();
    closed = true; // race: buffer
  }

  public static void main(String[] args) throws InterruptedException {
    BufWriter out = new BufWriter();
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
