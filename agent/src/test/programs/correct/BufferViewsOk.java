import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A spin lock in memory that each thread sees through a buffer of its own. */
public class BufferViewsOk {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    VarHandle view = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    ByteBuffer memory = ByteBuffer.allocateDirect(16);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      ByteBuffer own = memory.duplicate();
      threads[i] =
          new Thread(
              () -> {
                for (int k = 0; k < 20; k++) {
                  while (!view.compareAndSet(own, 8, 0, 1)) {
                    Thread.onSpinWait();
                  }
                  count++;
                  view.setRelease(own, 8, 0);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(count);
  }
}
