// mechanism: AsynchronousFileChannel: writes before initiating a read are visible to its CompletionHandler (attachment chain)
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.concurrent.CountDownLatch;

class Step {
  int weight;
  long acc;
}

public class AsyncFileOk {
  static final int N = 20;
  public static void main(String[] args) throws Exception {
    Path f = Files.createTempFile("pair", ".bin");
    Files.write(f, new byte[N]);
    CountDownLatch end = new CountDownLatch(1);
    Step st = new Step();
    try (AsynchronousFileChannel ch = AsynchronousFileChannel.open(f, StandardOpenOption.READ)) {
      st.weight = 2;
      ch.read(ByteBuffer.allocate(1), 0, st, new CompletionHandler<Integer, Step>() {
        int pos;
        @Override public void completed(Integer n, Step s) {
          s.acc += s.weight;
          s.weight++;
          pos++;
          if (pos < N) ch.read(ByteBuffer.allocate(1), pos, s, this); else end.countDown();
        }
        @Override public void failed(Throwable e, Step s) { e.printStackTrace(); System.exit(1); }
      });
      end.await();
    }
    Files.delete(f);
    System.out.println("acc=" + st.acc);
  }
}
