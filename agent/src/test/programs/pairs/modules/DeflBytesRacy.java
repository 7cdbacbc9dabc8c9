// race: DeflBytesRacy.data
import java.util.zip.Deflater;

public class DeflBytesRacy {
  static final int N = 50;
  static int[] data = new int[N];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Deflater d = new Deflater();
    int[] sum = new int[1];
    Thread a = go(() -> {
      byte[] buf = new byte[256];
      for (int i = 0; i < N; i++) {
        d.setInput(new byte[] {(byte) i});
        d.deflate(buf);
        data[i] = i;
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; i++) {
        while (d.getBytesRead() <= i) Thread.yield();
        sum[0] += data[i];
      }
    });
    a.join();
    b.join();
    d.end();
    System.out.println("done");
  }
}
