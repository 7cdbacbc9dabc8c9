// race: JfrStreamRacy.data
import java.util.concurrent.CountDownLatch;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

public class JfrStreamRacy {
  static final int N = 10;
  static int[] data = new int[N];
  static int sum;
  @Name("pair.Tick") @StackTrace(false)
  public static class Tick extends Event {
    @Label("i") int i;
  }
  public static void main(String[] args) throws Exception {
    CountDownLatch end = new CountDownLatch(N);
    RecordingStream rs = new RecordingStream();
    rs.enable("pair.Tick");
    rs.onEvent("pair.Tick", e -> { sum += data[e.getInt("i")]; end.countDown(); });
    rs.startAsync();
    for (int i = 0; i < N; i++) { Tick t = new Tick(); t.i = i; t.commit(); }
    for (int i = 0; i < N; i++) data[i] = i;
    end.await();
    rs.close();
    System.out.println("done");
  }
}
