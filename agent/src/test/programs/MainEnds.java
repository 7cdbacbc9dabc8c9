/** The main thread ends, and the JVM attaches one of its own, while many threads begin. */
public class MainEnds {
  static int begun;

  static synchronized void begin() {
    begun++;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 6; i++) {
      new Thread(
              () -> {
                for (int k = 0; k < 150; k++) {
                  Thread t = new Thread(MainEnds::begin);
                  t.start();
                }
              })
          .start();
    }
  }
}
