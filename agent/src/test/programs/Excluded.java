/** Ordered by classes that are excluded: what they synchronise has to be in the trace all the same. */
public class Excluded {
  static class Gate {
    private boolean open;
    private volatile int turn;
    private static volatile boolean done;

    synchronized void open() {
      open = true;
      notifyAll();
    }

    synchronized void await() throws InterruptedException {
      while (!open) {
        wait();
      }
    }

    void pass(int next) {
      turn = next;
    }

    boolean is(int wanted) {
      return turn == wanted;
    }
  }

  static int byMonitor;
  static int byVolatile;
  static int byStatic;

  public static void main(String[] args) throws InterruptedException {
    Gate gate = new Gate();
    Thread other =
        new Thread(
            () -> {
              try {
                gate.await();
              } catch (InterruptedException e) {
                return;
              }
              byMonitor++;
              while (!gate.is(1)) {
                Thread.yield();
              }
              byVolatile++;
              while (!Gate.done) {
                Thread.yield();
              }
              byStatic++;
            });
    other.start();
    byMonitor = 1;
    gate.open();
    byVolatile = 1;
    gate.pass(1);
    byStatic = 1;
    Gate.done = true;
    other.join();
    System.out.println(byMonitor + byVolatile + byStatic);
  }
}
