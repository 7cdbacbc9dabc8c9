/** Data of each stage are read under its own lock. */
public class TwoStageFixed {
  private final Object firstLock = new Object();
  private final Object secondLock = new Object();
  private int first;
  private int second;

  void stageOne(int n) {
    synchronized (secondLock) {
      second = n + 1;
    }
    synchronized (firstLock) {
      first = n;
    }
  }

  int stageTwo() {
    int seen;
    synchronized (secondLock) {
      seen = second;
    }
    synchronized (firstLock) {
      return seen + first;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    TwoStageFixed stages = new TwoStageFixed();
    Thread one = new Thread(() -> { for (int i = 0; i < 10; i++) stages.stageOne(i); }, "one");
    Thread two = new Thread(() -> { for (int i = 0; i < 10; i++) stages.stageTwo(); }, "two");
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("stages done");
  }
}
