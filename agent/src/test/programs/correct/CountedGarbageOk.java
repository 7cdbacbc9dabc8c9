/** Threads that have ended, and are garbage, when their group is counted. */
public class CountedGarbageOk {
  int value;

  void touch() {
    value++;
  }

  public static void main(String[] args) throws Exception {
    CountedGarbageOk[] all = new CountedGarbageOk[5];
    for (int i = 0; i < all.length; i++) {
      CountedGarbageOk one = all[i] = new CountedGarbageOk();
      new Thread(one::touch).start();
    }
    Thread.sleep(200);
    System.gc();
    Thread.sleep(50);
    System.gc();
    while (Thread.activeCount() > 1) {
      Thread.yield();
    }
    for (CountedGarbageOk one : all) {
      one.touch();
    }
    System.out.println("done");
  }
}
