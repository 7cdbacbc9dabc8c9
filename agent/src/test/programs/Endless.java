/** Runs until it is killed. */
public class Endless {
  static int n;
  static volatile int v;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { while (true) { v++; n++; } });
    t.setDaemon(true);
    t.start();
    for (int i = 0; ; i++) {
      n = i;
      v++;
      if (i == 100_000) {
        System.out.println("going");
        System.out.flush();
      }
    }
  }
}
